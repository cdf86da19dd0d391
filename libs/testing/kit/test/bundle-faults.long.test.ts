import { appendFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '@kingcar/localstack/paths'
import { runCommand } from '@kingcar/localstack/run-command'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { copyTree } from '../src/tree-copy.ts'

/** A fault in the build output, with correct sources, is detected: the tests run the bundles, not the sources. */
const copy = copyTree({ isBuilt: true })
const dist = join(copy.path, 'dist')
beforeEach(() => {
  rmSync(dist, { recursive: true })
  cpSync(join(root, 'dist'), dist, { recursive: true })
})
afterAll(() => copy[Symbol.asyncDispose]())

const replace = (file: string, what: string, by: string) => {
  const path = join(dist, file)
  const text = readFileSync(path, 'utf8')
  expect(text).toContain(what)
  writeFileSync(path, text.replaceAll(what, by))
}

/** Stops at the first failed test. */
const runTests = (...files: string[]) =>
  runCommand(process.execPath, ['libs/testing/kit/src/commands/test.ts', '--bail=1', ...files], { cwd: copy.path })

const plates = 'libs/testing/e2e/test/plates'
const adapters = 'services/recognition/test/adapters'
const build = 'deploy/test/build.test'

test('the copy passes as it is', async () => {
  const { ok, output } = await runTests(plates, adapters, build)
  expect(ok, output).toBe(true)
})

test.each<[fault: string, file: string, plant: () => void]>([
  ['a loader of another encoding', plates, () => replace('load.mjs', "'utf8'", "'latin1'")],
  ['a wrong define', plates, () => replace('member.mjs', 'true', 'false')],
  ['a missing polyfill', adapters, () => replace('recognition.cjs', 'Symbol.asyncDispose', 'undefined')],
  ['a missing file beside a bundle', build, () => rmSync(join(dist, 'catalog.cjs.lines'))],
])('%s fails the tests', async (_, file, plant) => {
  plant()
  rmSync(join(dist, 'SHA256SUMS')) // as if the build had produced it this way
  const { ok, output } = await runTests(file)
  expect([ok, output]).toEqual([false, expect.stringMatching(/[1-9]\d* failed/)])
})

test('a bundle that was changed after the build is not tested', async () => {
  appendFileSync(join(dist, 'orders.cjs'), '\n')
  const { ok, output } = await runTests('libs/contract/src/values/plate')
  expect([ok, output]).toEqual([false, expect.stringContaining('dist/orders.cjs was changed after the build')])
})
