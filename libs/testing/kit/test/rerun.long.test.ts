import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '@kingcar/localstack/run-command'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { copyTree } from '../src/tree-copy.ts'

/** `npm test -- --rerun` in a copy of this tree, with failing tests. */
const copy = copyTree({ isBuilt: true })
const at = (path: string) => join(copy.path, path)
const flaky = 'libs/runtime/src/sometimes.test.ts'
const broken = 'libs/runtime/src/never.test.ts'
beforeEach(() => {
  for (const path of [flaky, broken, 'reports', 'ran']) rmSync(at(path), { recursive: true, force: true })
})
afterAll(() => copy[Symbol.asyncDispose]())

const failsOnce = (beside = '') => `
import { existsSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
test('passes the second time', () => {
  const isSecond = existsSync('ran')
  writeFileSync('ran', '')
  ${beside}
  expect(isSecond).toBe(true)
})`
const failsAlways = `
import { expect, test } from 'vitest'
test('passes', () => expect(1).toBe(2))`

const run = (...args: string[]) =>
  runCommand(process.execPath, ['libs/testing/kit/src/commands/test.ts', '--rerun', ...args], { cwd: copy.path })

test('a file that passes alone is listed as flaky, with both outputs, and does not fail the run', async () => {
  writeFileSync(at(flaky), failsOnce())
  const { ok, output } = await run(flaky, 'libs/runtime/src/config.test.ts')
  expect([ok, output]).toEqual([true, expect.stringMatching(/^test: \d+ passed, 1 failed$/m)])
  expect(readFileSync(at('reports/flaky.txt'), 'utf8')).toBe(`${flaky}\n`)
  const name = flaky.replaceAll('/', '-')
  expect(readFileSync(at(`reports/${name}.first.txt`), 'utf8')).toContain('expected false to be true')
  expect(readFileSync(at(`reports/${name}.second.txt`), 'utf8')).toContain('1 passed')
})

test('a file that fails alone, too, fails the run and is not flaky', async () => {
  writeFileSync(at(broken), failsAlways)
  const { ok } = await run(broken)
  expect([ok, existsSync(at('reports/flaky.txt'))]).toEqual([false, false])
})

test('a file that cannot be loaded counts as failed', async () => {
  writeFileSync(at(broken), `throw new Error('not loaded')`)
  const { ok, output } = await run(broken)
  expect([ok, output]).toEqual([false, expect.stringMatching(/^test: 0 passed, 1 failed$/m)])
})

test('an error outside of the tests of a flaky file fails the run', async () => {
  writeFileSync(at(flaky), failsOnce(`if (!isSecond) setTimeout(() => { throw new Error('outside of tests') })`))
  const { ok, output } = await run(flaky)
  expect([ok, output]).toEqual([false, expect.stringContaining('outside of tests')])
})

test('a profile lists the cost of each file', async () => {
  const { output } = await run('--profile', 'libs/runtime/src/config.test.ts')
  expect(output).toMatch(/the 1 most expensive of 1 test files[\s\S]*libs\/runtime\/src\/config\.test\.ts/)
})
