import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

type Manifest = { name: string; version: string; workspaces: string[] } & Partial<
  Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>
>
type Locked = { version?: string; resolved?: string; integrity?: string; link?: true }

const manifest = (path: string): Manifest => JSON.parse(read(path))
const { workspaces } = manifest('package.json')
const workspaceFiles = globSync(
  workspaces.map((each) => `${each}/package.json`),
  { cwd: root },
)
type Lock = { lockfileVersion: number; packages: Record<string, Locked> }
const lock: Lock = JSON.parse(read('package-lock.json'))
/** Third-party packages, by installation path. */
const foreignOf = ({ packages }: Lock) =>
  Object.entries(packages).filter(([path, { link }]) => path.startsWith('node_modules/') && !link)
const foreign = foreignOf(lock)
/** The peers of the benchmarks; only installed by `npm run bench`. */
const bench = 'libs/testing/bench'

/**
 * Minimum versions: older ones have known vulnerabilities, or faults that affect the product: CVE-2026-25223, -3419 and
 * -3635, GHSA-w2qp-rph6-63g4 (fastify); GHSA-vmph-573x-85f6 (multipart); CVE-2026-6414 (static); CVE-2026-34950,
 * -35042, GHSA-8wpc (fast-jwt); CVE-2024-37890, CVE-2026-48779 (ws); CVE-2026-39356 (drizzle-orm); pixels without a
 * limit (sharp). `@nats-io/*`, to which the bus may move one day, is not used and has no minimum here; nats-server has
 * its own in `libs/localstack/src/nats-binary.ts`.
 */
const floors: Record<string, string> = {
  fastify: '5.12.8',
  '@fastify/multipart': '10.1.9',
  '@fastify/static': '9.1.1',
  '@fastify/websocket': '11.3.6',
  'fast-jwt': '6.3.1',
  jose: '6.2.0',
  ws: '8.21.0',
  'drizzle-orm': '0.45.2',
  postgres: '3.4.9',
  sharp: '0.35.0',
  nats: '2.29.3',
  node: '24.0.0',
}

const numbers = (version: string) => version.split(/[.-]/).slice(0, 3).map(Number)
function isAtLeast(version: string, floor: string): boolean {
  const [have, need] = [numbers(version), numbers(floor)]
  const differing = need.findIndex((number, at) => have[at] !== number)
  return differing === -1 || (have[differing] ?? 0) > (need[differing] ?? 0)
}

/** Where a package is installed, all its copies included. */
const copiesOf = (name: string) => foreign.filter(([path]) => path.endsWith(`node_modules/${name}`))

describe('floors', () => {
  // ASVS 15.1.1, 15.2.1
  test.each(Object.entries(floors))('%s is at least %s, as locked and as installed, each copy of it', (name, floor) => {
    const copies = copiesOf(name)
    expect(copies.length).toBeGreaterThan(0)
    for (const [path, { version = '' }] of copies) {
      const installed = manifest(`${path}/package.json`).version
      expect([path, version, isAtLeast(version, floor)]).toEqual([path, installed, true])
    }
  })

  test('versions are compared as numbers', () => {
    const cases = [
      ['5.12.8', '5.12.8'],
      ['5.12.10', '5.12.8'],
      ['5.13.0', '5.12.8'],
      ['6.0.0', '5.12.8'],
      ['5.12.7', '5.12.8'],
      ['5.9.9', '5.12.8'],
      ['4.99.99', '5.12.8'],
    ]
    expect(cases.map(([version = '', floor = '']) => isAtLeast(version, floor))).toEqual([
      ...Array(4).fill(true),
      ...Array(3).fill(false),
    ])
  })

  test('this runs on Node 24 or newer', () => {
    expect(isAtLeast(process.versions.node, '24.0.0')).toBe(true)
  })
})

test('each patch is for the locked version, and is applied in the installed package', () => {
  const patches = globSync('patches/*.patch', { cwd: root })
  expect(patches.join()).toMatch(/\bpostgres\+/) // without it, a backend that dies ends the process
  expect(patches.join()).toMatch(/\bnats\+/) // without it, after a silent network partition two connections reply to each other's calls
  for (const patch of patches) {
    const [, name = '', version = ''] = /^patches\/(.+)\+([\d.]+)\.patch$/.exec(patch) ?? []
    expect(copiesOf(name.replaceAll('+', '/')).map(([, locked]) => locked.version)).toEqual([version])
    for (const file of read(patch)
      .split(/^diff --git /m)
      .slice(1)) {
      const path = /^\+\+\+ b\/(.+)$/m.exec(file)?.[1] ?? ''
      const hunks = file.split(/^@@.*$/m).slice(1)
      const after = hunks.map((hunk) => hunk.split('\n').filter((line) => /^[ +]/.test(line)))
      const installed = read(path)
      for (const lines of after) expect(installed).toContain(lines.map((line) => line.slice(1)).join('\n'))
    }
  }
})

describe('the lock file', () => {
  // ASVS 15.1.2
  test.each([
    ['.', 500],
    [bench, 150],
  ])('has the hash of every package, and takes none from anywhere but the registry: %s', (folder, least) => {
    const own: Lock = JSON.parse(read(`${folder}/package-lock.json`))
    expect(own.lockfileVersion).toBe(3)
    expect(foreignOf(own).length).toBeGreaterThan(least)
    const wrong = foreignOf(own).filter(
      ([, { integrity = '', resolved = 'https://registry.npmjs.org/' }]) =>
        !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity) || !resolved.startsWith('https://registry.npmjs.org/'),
    )
    expect(wrong).toEqual([])
  })

  test('links every other package to this repository', () => {
    const links = Object.entries(lock.packages).filter(([, { link }]) => link)
    expect(links).toHaveLength(workspaceFiles.length)
    for (const [, { resolved = '' }] of links) expect(existsSync(join(root, resolved, 'package.json'))).toBe(true)
  })

  test("has none of the benchmarks' peers", () => {
    const peers = ['@nestjs/core', 'moleculer', 'socket.io', 'autocannon']
    expect(Object.keys(manifest(`${bench}/package.json`).dependencies ?? {})).toEqual(expect.arrayContaining(peers))
    expect(peers.flatMap(copiesOf)).toEqual([])
  })

  test('has exact versions of all dependencies', () => {
    for (const file of ['package.json', `${bench}/package.json`, ...workspaceFiles]) {
      const { dependencies, devDependencies, optionalDependencies } = manifest(file)
      for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }))
        expect([file, name, version]).toEqual([file, name, expect.stringMatching(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/)])
    }
  })
})
