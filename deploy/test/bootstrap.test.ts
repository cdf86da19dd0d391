import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { root } from '@kingcar/localstack/paths'
import { choosePort } from '@kingcar/localstack/ports'
import { commandOf, withChildren } from '@kingcar/localstack/process-table'
import { type TemporaryFolder, temporaryFolder } from '@kingcar/testing'
import { expect, test } from 'vitest'
import { keys } from '../local/configuration/key-rotation.ts'

const npm = (script: string) => `#!/bin/sh\n${script}\n`
const installs = `
echo run >> "$COUNT"
sleep 0.3
mkdir -p node_modules/node/bin && ln -sf "$NODE" node_modules/node/bin/node`

/** A project of nothing but the bootstrap, a lock file and a script, with an npm of our own. */
function project(folder: TemporaryFolder, npmScript: string | undefined) {
  const at = (...names: string[]) => join(folder.path, ...names)
  mkdirSync(at('deploy/local'), { recursive: true })
  mkdirSync(at('bin'))
  for (const file of ['bootstrap.mjs', 'command-help.mjs'])
    cpSync(join(root, 'deploy/local', file), at('deploy/local', file))
  writeFileSync(at('package-lock.json'), '{}')
  writeFileSync(at('script.mjs'), `console.log('script', ...process.argv.slice(2)); process.exit(7)`)
  writeFileSync(at('sleep.mjs'), `console.log('pid', process.pid); setInterval(() => {}, 1000)`)
  symlinkSync('/bin/sh', at('bin/sh'))
  for (const tool of ['sleep', 'mkdir', 'ln']) symlinkSync(`/bin/${tool}`, at('bin', tool))
  if (npmScript !== undefined) writeFileSync(at('bin/npm'), npm(npmScript), { mode: 0o755 })
  const env = { PATH: at('bin'), NODE: process.execPath, COUNT: at('count') }
  const args = (...words: string[]) => [at('deploy/local/bootstrap.mjs'), ...words]
  return {
    at,
    env,
    run: (...words: string[]) => spawnSync(process.execPath, args(...words), { env, encoding: 'utf8' }),
    start: (...words: string[]) => spawn(process.execPath, args(...words), { env, stdio: ['ignore', 'pipe', 'pipe'] }),
    installations: () => readFileSync(at('count'), 'utf8').split('\n').length - 1,
  }
}

test('installs once, runs the script with its arguments, and exits with its exit code', async () => {
  await using folder = temporaryFolder()
  const { run, installations, at } = project(folder, installs)
  for (const _time of [1, 2]) {
    const { status, stdout } = run('script.mjs', 'one', 'two')
    expect({ status, stdout }).toEqual({ status: 7, stdout: 'script one two\n' })
  }
  expect(installations()).toBe(1)
  writeFileSync(at('package-lock.json'), '{"changed":true}')
  run('script.mjs')
  expect(installations()).toBe(2)
})

test('a port in use is reported before the installation, in the words of the start, and only then', async () => {
  await using folder = temporaryFolder()
  const { env, at, installations } = project(folder, installs)
  writeFileSync(at('count'), '')
  writeFileSync(at('deploy/local/start.ts'), '')
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const start = (script: string, more: Record<string, string>) =>
    spawnSync(process.execPath, [at('deploy/local/bootstrap.mjs'), script], {
      env: { ...env, ...more },
      encoding: 'utf8',
    })
  const taken = { PORT: String(port), NATS_PORT: '0', MQTT_PORT: String(port) }
  const { status, stderr } = start('deploy/local/start.ts', taken)
  const sentences = await Promise.all(
    ['PORT', 'MQTT_PORT'].map((name) => choosePort('127.0.0.1', port, name).catch(({ message }) => message)),
  )
  expect([status, stderr]).toEqual([1, `\nkingcar: ${sentences.join('\n')}\n`])
  expect(installations()).toBe(0)
  // A port that the start refuses for another reason, or that its own servers do not use, does not end it here.
  start('deploy/local/start.ts', { ...taken, PORT: 'http', NATS_URL: '127.0.0.1:1' })
  expect(installations()).toBe(1)
  writeFileSync(at('package-lock.json'), '{"changed":true}')
  expect(start('script.mjs', taken).status).toBe(7)
  expect(installations()).toBe(2)
  other.close()
})

test('every command of the repository says what it does before it installs anything', async () => {
  await using folder = temporaryFolder()
  const { run, at } = project(folder, undefined)
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const commands = Object.entries(scripts).flatMap(([name, line]) => {
    const words = /^node deploy\/local\/bootstrap\.mjs (.+)$/.exec(line)?.[1]
    return words === undefined || name === 'recognizer' ? [] : [{ name, words: words.split(' ') }]
  })
  expect(commands.length).toBeGreaterThan(10)
  for (const { name, words } of commands) {
    const { status, stdout } = run(...words, '--help')
    expect([name, status]).toEqual([name, 0])
    expect(stdout).toMatch(new RegExp(`^npm (run (--silent )?)?${name}\\b`, 'm'))
  }
  expect(run('deploy/local/rotate.ts', '-h').stdout).toContain(Object.keys(keys).slice(0, -1).join(', '))
  expect(existsSync(at('node_modules'))).toBe(false)
})

test('only --with also installs the packages of a folder', async () => {
  await using folder = temporaryFolder()
  const { run, installations, at } = project(folder, installs)
  mkdirSync(at('extra'))
  writeFileSync(at('extra/package-lock.json'), '{}')
  run('script.mjs')
  expect([installations(), existsSync(at('extra/node_modules'))]).toEqual([1, false])
  for (const _time of [1, 2]) {
    const { status, stdout } = run('--with=extra', 'script.mjs', 'one')
    expect({ status, stdout }).toEqual({ status: 7, stdout: 'script one\n' })
  }
  expect(installations()).toBe(2)
  writeFileSync(at('extra/package-lock.json'), '{"changed":true}')
  run('--with=extra', 'script.mjs')
  expect(installations()).toBe(3)
})

test('one of two concurrent starts installs, and the lock of a killed one is taken over', async () => {
  await using folder = temporaryFolder()
  const { start, installations, at } = project(folder, installs)
  const dead = spawnSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }).stdout.trim()
  writeFileSync(at('.bootstrap.lock'), dead)
  const both = [start('script.mjs'), start('script.mjs')]
  expect(await Promise.all(both.map((child) => once(child, 'exit')))).toEqual([
    [7, null],
    [7, null],
  ])
  expect(installations()).toBe(1)
  expect(existsSync(at('.bootstrap.lock'))).toBe(false)
})

test.each([
  ['npm is missing', undefined, 'npm was not found. It comes with Node'],
  ['the installation fails', 'exit 3', 'npm ci failed (3)'],
  ['install scripts are off', 'exit 0', 'npm is configured to run no install scripts'],
])('when %s it reports that, and retries at the next start', async (_case, script, sentence) => {
  await using folder = temporaryFolder()
  const { run, at } = project(folder, script)
  mkdirSync(at('node_modules'))
  const { status, stderr } = run('script.mjs')
  expect(status).toBe(1)
  expect(stderr).toContain(sentence)
  expect(existsSync(at('.bootstrap.lock'))).toBe(false)
  writeFileSync(at('bin/npm'), npm(installs))
  chmodSync(at('bin/npm'), 0o755)
  expect(run('script.mjs').status).toBe(7)
})

test.each(['SIGTERM', 'SIGKILL'] as const)('when npm ends by %s, the script ends too', async (signal) => {
  await using folder = temporaryFolder()
  const { env, run, at } = project(folder, installs)
  run('script.mjs')
  // As npm runs a script: a shell between it and us.
  const words = `"${process.execPath}" "${at('deploy/local/bootstrap.mjs')}" sleep.mjs; exit`
  const fakeNpm = spawn('/bin/sh', ['-c', `sh -c '${words}'; exit`], {
    env: { ...env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(fakeNpm.stdout.setEncoding('utf8'), 'data')) as [string]
  const pid = Number(/pid (\d+)/.exec(line)?.[1])
  expect(commandOf(pid)).toContain('sleep.mjs')
  fakeNpm.kill(signal)
  await expect.poll(() => commandOf(pid)).toBe('')
})

/** An installation that lives until `done` exists or the folder is removed, in a child as install scripts do. */
const slow = `
echo run >> "$COUNT"
sh -c 'while [ ! -e done ] && [ -e "$COUNT" ]; do sleep 0.05; done'
mkdir -p node_modules/node/bin && ln -sf "$NODE" node_modules/node/bin/node`

/** A start that is installing: its npm, with the children. */
async function startInstalling({ start, at, installations }: ReturnType<typeof project>) {
  writeFileSync(at('count'), '')
  const child = start('script.mjs')
  await expect.poll(installations).toBe(1)
  const holder = () => Number(readFileSync(at('.bootstrap.lock'), 'utf8'))
  await expect.poll(() => commandOf(holder())).toContain(at('bin/npm'))
  await expect.poll(() => withChildren(holder()).length).toBeGreaterThan(1)
  return { child, family: withChildren(holder()) }
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s ends an installation with its children, and the next start installs',
  async (signal) => {
    await using folder = temporaryFolder()
    const made = project(folder, slow)
    const { child, family } = await startInstalling(made)
    const stderr = text(child.stderr)
    child.kill(signal)
    expect(await once(child, 'exit')).toEqual([1, null])
    expect(await stderr).toContain(`The installation was stopped (${signal}).`)
    await expect.poll(() => family.map(commandOf)).toEqual(family.map(() => ''))
    expect(existsSync(made.at('.bootstrap.lock'))).toBe(false)
    writeFileSync(made.at('done'), '')
    expect(made.run('script.mjs').status).toBe(7)
    expect(made.installations()).toBe(2)
  },
)

test('after kill -9 during an installation the next start waits for its end', async () => {
  await using folder = temporaryFolder()
  const made = project(folder, slow)
  const { child } = await startInstalling(made)
  child.kill('SIGKILL')
  const second = made.start('script.mjs')
  await once(second.stderr.setEncoding('utf8'), 'data') // it reports that it waits
  expect(made.installations()).toBe(1)
  writeFileSync(made.at('done'), '')
  expect(await once(second, 'exit')).toEqual([7, null])
  expect(made.installations()).toBe(2)
})
