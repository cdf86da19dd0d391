import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@kingcar/localstack/paths'
import { copyTree } from '@kingcar/testing/tree-copy'
import { expect, test } from 'vitest'
import { release } from '../src/commands/release.ts'

type Manifest = { version: string } & Partial<Record<'dependencies' | 'devDependencies', Record<string, string>>>

const ignored = /(?:^|\/)(?:node_modules|\.git)$/
const text = (folder: string, file: string) => readFileSync(join(folder, file), 'utf8')

test('a release changes each place that names the present version, and nothing else', async () => {
  await using copy = copyTree()
  const { version: present }: Manifest = JSON.parse(text(root, 'package.json'))
  writeFileSync(join(copy.path, 'CHANGELOG.md'), '# Changelog\n\n## Unreleased\n\n- News.\n\n## 0.1.0\n')
  const changed = release(copy.path, '98.7.6', '2030-01-02')
  expect(text(copy.path, 'CHANGELOG.md')).toBe('# Changelog\n\n## 98.7.6 (2030-01-02)\n\n- News.\n\n## 0.1.0\n')

  for (const file of changed.slice(1))
    expect(text(copy.path, file).replaceAll('98.7.6', present), file).toBe(text(root, file))
  const find = (pattern: string) => globSync(pattern, { cwd: copy.path, exclude: (path) => ignored.test(path) })
  const operated = find('{docker-compose.yml,deploy/{Dockerfile,container,kubernetes,systemd}/**}').filter((file) =>
    /\.(?:ya?ml|sh|service)$/.test(file),
  )
  expect(operated.filter((file) => text(copy.path, file).includes(present))).toEqual([])
  const documents = find('{*,deploy,deploy/*}/*.md').filter((file) =>
    text(copy.path, file).includes(`kingcar:${present}`),
  )
  expect(documents).toEqual([])

  const manifests = find('**/package.json').map((file) => JSON.parse(text(copy.path, file)) as Manifest)
  const lock = JSON.parse(text(copy.path, 'package-lock.json')) as { packages: Record<string, Manifest> }
  const locked = Object.entries(lock.packages).filter(([path]) => !path.includes('node_modules'))
  expect(locked.length).toBeGreaterThan(15)
  for (const { version, dependencies, devDependencies } of [...manifests, ...locked.map(([, each]) => each)]) {
    const own = Object.entries({ ...dependencies, ...devDependencies }).filter(([name]) => name.startsWith('@kingcar/'))
    expect([version, ...own.map(([, needed]) => needed)]).toEqual(['98.7.6', ...own.map(() => '98.7.6')])
  }
  expect(() => release(copy.path, 'next', '2030-01-02')).toThrow('such as 1.2.3')
  expect(() => release(copy.path, '98.7.7', '2030-01-02')).toThrow('no section Unreleased')
})
