import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@kingcar/localstack/paths'
import { runCommand } from '@kingcar/localstack/run-command'
import { beforeAll, describe, expect, test } from 'vitest'
import { build, unbundledPackages } from '../local/build.ts'
import { mayShip } from '../local/third-party-licenses/accepted-licenses.ts'
import { licensesFile, listedPackages } from '../local/third-party-licenses/licenses-file.ts'
import { packagesNamed } from '../local/third-party-licenses/packages.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const files = { processes: 'dist/licenses.txt', console: 'web-admin/dist/licenses.txt' }

/** What a file lists, `name version` → licence, and the notice of each. */
function noticesIn(path: string) {
  const text = read(path)
  const [, ...notices] = text.split(`\n${'='.repeat(80)}\n`)
  return {
    licences: new Map(listedPackages(text).map(({ name, version, licence }) => [`${name} ${version}`, licence])),
    texts: new Map(notices.map((text) => [text.slice(0, text.indexOf('\n')), text])),
  }
}

/** Whether a package is listed, in whatever version. */
const lists = (path: string, name: string) =>
  [...noticesIn(path).licences.keys()].some((each) => each.startsWith(`${name} `))

/** Names of the packages in a bundle, from its line table: also of those that another package contains in its files. */
function packagesIn(table: string): string[] {
  const bytes = readFileSync(join(root, table))
  const sources: string[] = JSON.parse(bytes.toString('utf8', 4 + bytes.readUInt32LE() * 16))
  return sources.flatMap((source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? [])
}
/** Where the maps of drizzle-orm say that its files lie. */
const noPackage = 'src'

beforeAll(() => build(() => undefined))

describe.each(Object.entries(files))('packages shipped with the %s', (_, path) => {
  test('each have an accepted licence', () => {
    const { licences } = noticesIn(path)
    const whole = new Set(packagesNamed(unbundledPackages()).map(({ name, version }) => `${name} ${version}`))
    expect(licences.size).toBeGreaterThan(40)
    expect([...licences].filter(([name, licence]) => !mayShip(licence, whole.has(name)))).toEqual([])
  })

  test('each have a notice with a licence text or its URL', () => {
    const { licences, texts } = noticesIn(path)
    expect([...texts.keys()]).toEqual([...licences.keys()])
    for (const text of texts.values()) expect(text.length).toBeGreaterThan(120)
  })
})

test('every package in the bundles of the processes is listed', () => {
  const tables = globSync('dist/*.cjs.lines', { cwd: root })
  expect(tables.length).toBeGreaterThan(6)
  const inside = new Set(tables.flatMap(packagesIn))
  expect(inside.size).toBeGreaterThan(80)
  expect([...inside].filter((name) => name !== noPackage && !lists(files.processes, name))).toEqual([])
})

test.each(['sharp', '@node-rs/argon2', '@fastify/swagger-ui', 'swagger-ui-dist', 'esbuild'])(
  '%s, of which no bundle has lines, is listed with the processes',
  (name) => {
    expect(lists(files.processes, name)).toBe(true)
  },
)

test('every package of the console is listed, with those of its dependencies and the bundler', () => {
  const sources = globSync('web-admin/src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.includes('.test.'))
  const imports = sources.flatMap((file) => [
    ...read(file).matchAll(/^(?:import|export) (?!type )(?:[^'"]*? from )?'([^'.][^']*)'|\bimport\('([^'.][^']*)'\)/gm),
  ])
  const names = new Set(imports.map(([, one, other]) => /^(?:@[^/]+\/)?[^/]+/.exec(one ?? other ?? '')?.[0] ?? ''))
  const gatherers = ['@tiptap/pm'] // what it hands on of other packages is listed, and nothing of its own is left
  const foreign = [...names].filter((name) => !name.startsWith('@kingcar/') && !gatherers.includes(name))
  expect(foreign.length).toBeGreaterThan(20)
  const brought = ['prosemirror-model', 'scheduler', 'typebox', 'vite', 'rolldown']
  expect([...foreign, ...brought].filter((name) => !lists(files.console, name))).toEqual([])
})

test('the SBOM has what is shipped, and no package of tests and benchmarks', async () => {
  const { ok, output } = await runCommand(process.execPath, [join(root, 'deploy/local/sbom.ts')], { cwd: root })
  expect(ok, output).toBe(true)
  const { components } = JSON.parse(output) as { components: { name: string; version: string; purl: string }[] }
  const listed = Object.values(files).flatMap((path) => [...noticesIn(path).licences.keys()])
  expect(new Set(components.map(({ name, version }) => `${name} ${version}`))).toEqual(new Set(listed))
  const names = components.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining(['nats', 'postgres', 'drizzle-orm', 'sharp', 'jose', 'typebox', 'fastify', 'react']),
  )
  for (const name of ['@nestjs/core', 'moleculer', 'testcontainers', 'vitest', 'typescript'])
    expect(names).not.toContain(name)
  expect(components.find(({ name }) => name === '@node-rs/argon2')?.purl).toMatch(/^pkg:npm\/%40node-rs\/argon2@\d/)
})

test('a notice has the licence text, or its absence, and whether the package is changed', () => {
  const [nats, drizzle, pretendard, libvips] = packagesNamed(['nats', 'drizzle-orm', 'pretendard', 'sharp'])
  const notice = (each: typeof nats) => licensesFile('', each ? [each] : [])
  expect(notice(nats)).toMatch(/^nats [\d.]+\nLicence: Apache-2\.0\n.*\nChanged: [\s\S]+Apache License/m)
  expect(notice(drizzle)).toMatch(
    /^Author: Drizzle Team\n\nThe package does not include its licence text.*\/Apache-2\.0\.html$/m,
  )
  expect(notice(pretendard)).toContain('SIL OPEN FONT LICENSE')
  expect(notice(libvips)).not.toContain('Changed')
})

test.each([
  ['MIT', false, true],
  ['(MPL-2.0 OR Apache-2.0)', false, true],
  ['MIT AND Zlib', false, true],
  ['MIT AND GPL-3.0-only', false, false],
  ['Apache-2.0 WITH LLVM-exception', false, false],
  ['LGPL-3.0-or-later', false, false],
  ['LGPL-3.0-or-later', true, true],
  ['GPL-3.0-only', true, false],
  ['SEE LICENSE IN LICENSE', false, false],
  ['UNLICENSED', false, false],
  ['', false, false],
])('"%s", beside the bundles: %s, may ship: %s', (licence, whole, may) => {
  expect(mayShip(licence, whole)).toBe(may)
})

test("KingCar's own packages are unlicensed", () => {
  const manifests = globSync(
    ['package.json', '{deploy,gateway,web-admin}/package.json', '{libs,libs/testing,services}/*/package.json'],
    {
      cwd: root,
    },
  )
  expect(manifests.length).toBeGreaterThan(15)
  for (const file of manifests) expect(JSON.parse(read(file))).toMatchObject({ private: true, license: 'UNLICENSED' })
})
