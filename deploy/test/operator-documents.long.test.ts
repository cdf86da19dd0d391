import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { resultOf, signIn } from '@kingcar/e2e/http'
import { findNatsServer } from '@kingcar/localstack/nats'
import { root } from '@kingcar/localstack/paths'
import { freePort } from '@kingcar/localstack/ports'
import { temporaryFolder } from '@kingcar/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { build } from '../local/build.ts'
import type { Ready } from '../local/product.ts'
import { shellBlock } from './document-blocks.ts'
import { findMonitoringProgram } from './monitoring-programs.ts'
import { processesOf, runStarter } from './start-command.ts'

/*
 * The shell blocks of the documents for operators on one machine, word by word, in a shell, in the order in which an operator needs
 * them. Only folders and ports are replaced by those of this test.
 */

const folder = temporaryFolder()
const dataDir = join(folder.path, 'data')
const bin = join(folder.path, 'bin')
const keyFile = join(folder.path, 'key.txt')
const names = ['gateway', 'member', 'catalog', 'orders', 'recognition']
const joinCode = 'the join code' // the placeholder of the document
let ready: Ready
let http = ''

/** Runs a block until it is ended. */
const keepRunning = (block: string, folderOfData = dataDir) =>
  runStarter(folderOfData, { PATH: `${bin}:${process.env.PATH}`, ADMIN_JOIN_CODE: joinCode }, [
    'bash',
    '-e',
    '-c',
    block,
  ])

/** Ends what a block started: first the product, then what runs in the background. */
async function endAll(folderOfData: string): Promise<void> {
  for (const name of ['bootstrap.mjs', '']) {
    const running = () => processesOf(folderOfData).filter((line) => line.includes(name))
    spawnSync(
      'kill',
      running().map((line) => line.split(' ')[0] ?? ''),
    ) // one may end before its turn
    await vi.waitUntil(() => running().length === 0, 30_000)
  }
}

/** Runs a block to its end and returns what it printed. @param replaced texts of the document, and those of this test */
async function run(block: string, replaced: Readonly<Record<string, string>> = {}): Promise<string> {
  const commands = Object.entries(replaced).reduce((all, [from, to]) => {
    expect(all).toContain(from)
    return all.replaceAll(from, to)
  }, block)
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, DATA_DIR: dataDir, NODE_ENV: '', MARK: dataDir }
  const child = spawn('bash', ['-e', '-c', commands], { cwd: root, env })
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  expect(code, `${commands}\n${stderr}${stdout}`).toBe(0)
  return stdout
}

/** The operations port of a process, which it writes into its log when it is ready. */
function operationsPort(name: string): string {
  const log = readFileSync(join(dataDir, 'logs', `${name}.log`), 'utf8')
  return [...log.matchAll(/"operations":(\d+)/g)].at(-1)?.[1] ?? ''
}

/** Those of the documents, replaced by those of this product. */
const operationsPorts = () => Object.fromEntries(names.map((name, at) => [`${9101 + at}`, operationsPort(name)]))

beforeAll(async () => {
  await build(() => undefined)
  mkdirSync(bin)
  symlinkSync(await findNatsServer(), join(bin, 'nats-server'))
  symlinkSync(await findMonitoringProgram('promtool'), join(bin, 'promtool'))
  writeFileSync(keyFile, 'correct horse battery staple\n')
  ready = await keepRunning(shellBlock('README.md', 'npm start\n')).ready()
  http = ready.http
})
afterAll(async () => {
  await endAll(dataDir)
  await folder[Symbol.asyncDispose]()
})

/** The number of visits of the store of the demo. */
async function visitCount(address: string): Promise<number> {
  const { accessToken: token } = await signIn(address, 'admin@kingcar.test', 'kingcar-demo-1234')
  const visits = await resultOf<{ totalElements: number }>(address, 'GET', '/admin/api/visits', { token })
  return visits.totalElements
}

test('README.md: the recognizer plays cars on the product', async () => {
  const block = shellBlock('README.md', 'npm run recognizer')
  const before = await visitCount(http)
  const recognizer = keepRunning(`${block.trim().replace('.data', dataDir)} --server ${ready.nats}`) // of a random port
  await expect.poll(() => visitCount(http)).toBeGreaterThan(before)
  await recognizer[Symbol.asyncDispose]()
})

test('deploy/README.md: the first administrator joins with the join code', async () => {
  const block = shellBlock('deploy/README.md', 'install -m 600')
  const made = await run(`cd ${folder.path}\n${block}`, { 'http://127.0.0.1:8080': http })
  expect(JSON.parse(made)).toMatchObject({ result: { email: 'admin@example.com' } })
  expect(
    (await signIn(http, 'admin@example.com', 'at least eight characters, not a common one')).accessToken,
  ).toBeDefined()
})

test('deploy/INCIDENTS.md: the first checks and the slow requests show what they promise', async () => {
  const first = shellBlock('deploy/INCIDENTS.md', 'for port in')
  const shown = await run(first, {
    ...operationsPorts(),
    '.data/logs': join(dataDir, 'logs'),
  })
  for (const name of names) expect(shown).toMatch(new RegExp(`^${operationsPort(name)} .*"status":"ok"`, 'm'))
  expect(shown).toContain('kingcar_')
  const slow = await run(shellBlock('deploy/INCIDENTS.md', `grep '"msg":"request"'`), {
    '.data/logs': join(dataDir, 'logs'),
  })
  expect(slow).toMatch(/^[\d.]+ \d{3} [a-z]+\.?\w+$/m)
})

test('deploy/OPERATING.md: the keys by hand are made', async () => {
  const made = await run(`cd ${root}\n${shellBlock('deploy/OPERATING.md', 'openssl genpkey')}`, {
    'new.pem': join(folder.path, 'new.pem'),
    'new.pub.pem': join(folder.path, 'new.pub.pem'),
  })
  expect(made).toMatch(/^[0-9a-f]{64}\nSA\w+ A\w+\n$/)
})

test('deploy/monitoring/README.md: the rules are checked and tested', async () => {
  expect(await run(shellBlock('deploy/monitoring/README.md', 'promtool check rules'))).toContain('SUCCESS')
})

test('deploy/BACKUP.md and INCIDENTS.md: a backup is made, and restored into an empty folder', async () => {
  const [backup = '', encrypted = '', restore = ''] = shellBlock('deploy/BACKUP.md', 'npm run backup').split(
    /\n(?=npm)/,
  )
  const kept = join(folder.path, 'kept')
  expect(await run(backup)).toContain('backup {')
  const { file } = JSON.parse(
    /^backup (.*)$/m.exec(await run(encrypted, { '/mnt/backups': kept, 'key.txt': keyFile }))?.[1] ?? '',
  ) as { file: string }
  const before = await visitCount(http)
  await endAll(dataDir)
  await run(`mv ${dataDir} ${dataDir}-damaged`)
  expect(await run(restore, { '<file>': file, 'key.txt': keyFile })).toContain('restored {')
  await run(`rm -r ${dataDir}`)
  const incident = shellBlock('deploy/INCIDENTS.md', 'npm run restore').replace('<file>', file)
  const restored = keepRunning(incident.replace('key.txt', keyFile))
  expect(await visitCount((await restored.ready()).http)).toBe(before)
})

test('deploy/README.md: the product runs with a nats-server of its own', async () => {
  await using own = temporaryFolder()
  const [nats, mqtt, monitor] = await Promise.all([freePort(), freePort(), freePort()])
  const block = shellBlock('deploy/README.md', 'export NATS_STORE_DIR')
    .replace('/var/lib/kingcar/nats', join(own.path, 'nats'))
    .replaceAll('4222', String(nats))
    .replace('1883', String(mqtt))
    .replace('8222', String(monitor))
  try {
    const started = await keepRunning(block, own.path).ready()
    expect(started.nats).toContain(String(nats))
    expect(await visitCount(started.http)).toBe(0)
  } finally {
    await endAll(own.path)
  }
})
