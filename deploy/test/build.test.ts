import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@kingcar/localstack/paths'
import { readLineTable } from '@kingcar/runtime/line-table'
import { beforeAll, expect, test } from 'vitest'
import { build } from '../local/build.ts'

beforeAll(() => build(() => undefined))

// Each text occurs once in its bundle.
test.each([
  ['member', 'EASY_PASSWORDS is deprecated'],
  ['catalog', 'image-eviction'],
  ['orders', 'clock offset unavailable'],
])('a position in the bundle of %s maps to its source line', (service, marker) => {
  const bundle = join(root, 'dist', `${service}.cjs`)
  const lines = readFileSync(bundle, 'utf8').split('\n')
  const line = lines.findIndex((text) => text.includes(marker))
  expect(lines.join('\n').split(marker)).toHaveLength(2)
  const column = lines[line]?.indexOf(marker) ?? -1

  const origin = readLineTable(readFileSync(`${bundle}.lines`))(line, column)
  expect(origin?.source).toBe(`../services/${service}/src/service.ts`)
  const source = readFileSync(join(root, 'dist', origin?.source ?? ''), 'utf8').split('\n')
  expect(source[origin?.line ?? -1]).toContain(marker)
})
