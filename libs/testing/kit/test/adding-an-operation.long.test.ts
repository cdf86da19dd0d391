import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@kingcar/localstack/paths'
import { runCommand } from '@kingcar/localstack/run-command'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyTree } from '../src/tree-copy.ts'

/*
 * The section "Adding an operation" of CONTRIBUTING.md is complete: both of its operations are added to a copy of this
 * tree by its code blocks alone, and the checks, the service's tests, the contract's, the access matrix and the test of
 * the audit log accept them.
 */

type Block = { file: string; code: string }

/** The code blocks of the section, each with the file that the text before it names. */
function blocksOf(text: string): Block[] {
  const section = /^## Adding an operation$([\s\S]*?)^## /m.exec(text)?.[1] ?? ''
  const blocks = section.matchAll(/^\d\. [^`]*`([^`]+)`[\s\S]*?```ts\n([\s\S]*?)^ {3}```$/gm)
  return [...blocks].map(([, file = '', code = '']) => ({ file, code: code.replaceAll(/^ {3}/gm, '') }))
}

/** Adds a block as its step says: an entry in the table, a line among the handlers, or a new file. */
function apply(folder: string, { file, code }: Block): void {
  const path = join(folder, file)
  const changed = (change: (text: string) => string) => writeFileSync(path, change(readFileSync(path, 'utf8')))
  if (file.startsWith('libs/contract/'))
    changed((text) => text.replace(/(?=^\} as const satisfies Record<string, Spec>$)/m, code))
  else if (file.endsWith('/handlers.ts')) {
    const [, imports = '', line = ''] = /^(import .*\n)(.*\n)$/.exec(code) ?? []
    changed((text) => imports + text.replace(/^export const handlers: .* = \{\n/m, (head) => head + line))
  } else writeFileSync(path, code)
}

const blocks = blocksOf(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8'))
const copy = copyTree({ isBuilt: true })
beforeAll(() => {
  for (const block of blocks) apply(copy.path, block)
})
afterAll(() => copy[Symbol.asyncDispose]())

/** Runs a command in the copy; a failure's message contains its output. */
async function runs(command: string, ...args: string[]): Promise<void> {
  const { ok, output } = await runCommand(command, args, { cwd: copy.path })
  expect(ok, output).toBe(true)
}
const check = 'libs/testing/kit/src/commands/check.ts'

test('each operation is four blocks', () => {
  expect(blocks.map(({ file }) => file)).toEqual([
    'libs/contract/src/catalog/stores.ts',
    'services/catalog/src/store/count.ts',
    'services/catalog/src/handlers.ts',
    'services/catalog/test/count-stores.test.ts',
    'libs/contract/src/catalog/stores.ts',
    'services/catalog/src/store/close-for-day.ts',
    'services/catalog/src/handlers.ts',
    'services/catalog/test/close-store-for-day.test.ts',
  ])
})

test('the checks require the format command, and accept its result', async () => {
  const ofClient = ['run', '--config', 'vitest.check.config.ts', 'libs/client']
  const before = await runCommand('vitest', ofClient, { cwd: copy.path })
  expect([before.ok, before.output]).toEqual([false, expect.stringContaining('Run: npm run format')])
  await runs('npm', 'run', 'format')
  await runs(process.execPath, check)
})

test('the tests of operations accept both', async () => {
  const run = ['libs/testing/kit/src/commands/test.ts']
  const ofService = ['count-stores', 'close-store-for-day'].map((name) => `services/catalog/test/${name}`)
  await runs(process.execPath, ...run, ...ofService, 'libs/contract', 'gateway/test/samples')
  const derived = ['access-matrix', 'audit'].map((name) => `libs/testing/e2e/test/${name}`)
  const names = 'countStores|closeStoreForDay|the matrix has every published route'
  await runs(process.execPath, ...run, ...derived, '-t', names)
})
