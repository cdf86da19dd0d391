import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lineTable } from './line-table.ts'
import { originalStack } from './original-stack.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stack-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function bundle(name: string, table: Buffer): string {
  writeFileSync(join(folder, `${name}.cjs`), '')
  writeFileSync(join(folder, `${name}.cjs.lines`), table)
  return pathToFileURL(join(folder, `${name}.cjs`)).href
}
/** The first line comes from the tenth of a source. */
const table = lineTable({ sources: ['../services/orders/src/pay.ts'], mappings: [[[0, 0, 9, 0]]] })

test('positions in a bundle become source lines, everything else stays', () => {
  const url = bundle('orders', table)
  const stack = `Error: no\n    at pay (${url}:1:5)\n    at ${url}:1:1\n    at node:internal/timers:1:2`
  expect(originalStack(stack)).toBe(
    'Error: no\n    at pay (services/orders/src/pay.ts:10)\n    at services/orders/src/pay.ts:10\n    at node:internal/timers:1:2',
  )
})

test.each([
  ['that has no table', 'file:///nowhere/bundle.cjs'],
  ['whose table is broken', undefined],
])('positions in a bundle %s stay as they are', (_, url = bundle('broken', Buffer.alloc(2))) => {
  const stack = `Error: no\n    at pay (${url}:1:5)`
  expect(originalStack(stack)).toBe(stack)
})

test.each(['file:///%.cjs:1:1', 'file:///a%2Fb.cjs:1:1'])(
  'a stack with %s, which is not a path, is logged unchanged',
  (url) => {
    for (const stack of [`Error: ${url}`, `Error: no\n    at pay (${url})`]) expect(originalStack(stack)).toBe(stack)
  },
)

test('a position in an error message stays as it is', () => {
  const stack = `Error: ${bundle('said', table)}:1:5`
  expect(originalStack(stack)).toBe(stack)
})
