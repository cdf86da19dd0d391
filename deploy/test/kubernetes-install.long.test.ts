import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@kingcar/localstack/paths'
import { temporaryFolder } from '@kingcar/testing'
import { describe, expect, test } from 'vitest'
import { shellBlock } from './document-blocks.ts'
import { nameOf } from './kubernetes-rules.ts'
import { type Manifest, render } from './kustomize.ts'
import { providerAccounts } from './provider-accounts.ts'
import type { Applied } from './stub-kubectl.ts'

/*
 * The install of deploy/kubernetes/README.md, word by word, in a shell. Only `kubectl` is replaced: by one that fails where an
 * API server or a process would.
 */

const install = shellBlock('deploy/kubernetes/README.md', 'OVERLAY=')
const accounts = { ...providerAccounts, backups: ['ACCESS_KEY_ID', 'ACCESS_SECRET_KEY'] }
const production = install.replace('overlays/local', 'overlays/production').replace(' --without-tls', '')

/** Runs the commands as an operator would, from the repository's folder, and reads what was applied. */
async function run(commands: string, given: Record<string, readonly string[]> = {}) {
  await using folder = temporaryFolder()
  const state = join(folder.path, 'applied.json')
  mkdirSync(join(folder.path, 'bin'))
  const stub = join(import.meta.dirname, 'stub-kubectl.ts')
  const program = `#!/bin/sh\nexec '${process.execPath}' '${stub}' '${state}' "$@"\n`
  writeFileSync(join(folder.path, 'bin/kubectl'), program, { mode: 0o755 })
  for (const [name, keys] of Object.entries(given)) {
    mkdirSync(join(folder.path, 'kingcar-secrets', name), { recursive: true })
    for (const key of keys) writeFileSync(join(folder.path, 'kingcar-secrets', name, key), 'of the provider')
  }
  const env = { ...process.env, HOME: folder.path, PATH: `${join(folder.path, 'bin')}:${process.env.PATH}` }
  const { status, stderr } = spawnSync('bash', ['-e', '-c', commands], { cwd: root, env, encoding: 'utf8' })
  const { objects, ready } = JSON.parse(readFileSync(state, 'utf8')) as Applied
  const secrets = objects.filter(({ kind }) => kind === 'Secret').map(({ metadata }) => metadata.name)
  return { status, stderr, objects, ready, secrets }
}

/** Backups and the demo are steps of their own, which nothing needs. */
const isInstalled = ({ metadata }: Manifest) => !['backup', 'demo'].includes(metadata.labels.step)

test('the demo is added as the document says', async () => {
  const added = await run(install + shellBlock('deploy/kubernetes/README.md', 'kubectl apply -k $OVERLAY -l step=demo'))
  expect(added.status, added.stderr).toBe(0)
  expect(added.ready).toContain('Job demo-now')
})

test('a backup is made and restored as the document says', async () => {
  const backup = shellBlock('deploy/BACKUP.md', 'kubectl apply -k $OVERLAY')
  const restore = shellBlock('deploy/BACKUP.md', 'kubectl -n kingcar patch')
  const restored = await run(install + backup + restore)
  expect(restored.status, restored.stderr).toBe(0)
  expect(restored.ready).toEqual(expect.arrayContaining(['Job backup-now', 'Job restore-now']))
  const lines = restore.split('\n').filter((line) => /scale|delete|step=setup$/.test(line))
  expect(lines.length).toBeGreaterThan(2)
  for (const line of lines.filter((each) => !/delete job|replicas=2/.test(each)))
    expect((await run(install + backup + restore.replace(`${line}\n`, ''))).status, line).not.toBe(0)
})

describe.each([
  { overlay: 'local', commands: install, given: {} },
  { overlay: 'production', commands: production, given: accounts },
])('the install of the overlay $overlay', ({ overlay, commands, given }) => {
  test('applies every object once its needs are there', async () => {
    const { status, stderr, objects, secrets } = await run(commands, given)
    expect(status, stderr).toBe(0)
    const wanted = render(join(root, 'deploy/kubernetes/overlays', overlay))
      .filter(isInstalled)
      .map(nameOf)
    const applied = objects.filter(({ kind }) => kind !== 'Secret').map(nameOf)
    expect(applied).toHaveLength(wanted.length)
    expect(new Set(applied)).toEqual(new Set(wanted))
    expect(secrets).toContain('postgres-owner')
    expect(secrets).toContain(overlay === 'local' ? 'simulator' : 'backups')
  })

  /** Each command that changes something, and each wait. */
  const lines = commands.split('\n').filter((line) => /^(?:npm|kubectl)/.test(line) && !/port-forward/.test(line))
  const left = lines.filter((line) => !line.includes('namespace.yaml') && !line.includes('step=processes'))
  test.each(left)('fails without: %s', async (line) => {
    const { status } = await run(commands.replace(`${line}\n`, ''), given)
    expect(status).not.toBe(0)
  })
})

test('the objects for the Prometheus operator are applied after the install', async () => {
  const monitoring = shellBlock('deploy/kubernetes/README.md', 'kubectl apply -k deploy/kubernetes/monitoring')
  const { status, stderr, objects } = await run(install + monitoring)
  expect(status, stderr).toBe(0)
  const wanted = render(join(root, 'deploy/kubernetes/monitoring')).map(nameOf)
  expect(objects.map(nameOf)).toEqual(expect.arrayContaining(wanted))
})

test('the production overlay needs the keys of accounts', async () => {
  const { stderr } = await run(production)
  expect(stderr).toContain('Secret backups')
})

describe('the command that makes secrets', () => {
  const make = (to: string | undefined, folder: string) =>
    spawnSync('npm', ['run', '--silent', 'secrets', '-w', 'deploy', '--', ...(to === undefined ? [] : ['--to', to])], {
      cwd: root,
      env: { ...process.env, INIT_CWD: folder },
      encoding: 'utf8',
    })

  test.each([undefined, '.', 'secrets', join(root, 'deploy/secrets'), join(root, 'deploy/../x/y')])(
    'refuses a folder in the repository: %s',
    (to) => {
      const { status, stderr } = make(to, root)
      expect(status).toBe(1)
      expect(stderr).toMatch(/^kingcar: .*outside (?:this repository|it)/)
      expect(stderr).not.toContain('at ')
    },
  )

  test('takes a folder relative to where it is called, and keeps everything in it private', async () => {
    await using folder = temporaryFolder()
    const called = spawnSync(
      'npm',
      ['--prefix', root, 'run', '--silent', 'secrets', '-w', 'deploy', '--', '--to', 'made'],
      {
        cwd: folder.path,
        encoding: 'utf8',
      },
    )
    expect(called).toMatchObject({ status: 0, stdout: `${join(folder.path, 'made')}\n` })
    const { stdout } = spawnSync('find', [folder.path, '-mindepth', '1', '-perm', '/077'], { encoding: 'utf8' })
    expect(stdout).toBe('')
  })
})
