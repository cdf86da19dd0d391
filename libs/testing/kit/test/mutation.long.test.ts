import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startProcess } from '../src/test-process.ts'

/** A small part of `npm run mutation`. */
test('mutants of the masking of names and plates are detected', async () => {
  const script = join(import.meta.dirname, '../src/mutation/main.ts')
  await using run = startProcess({ script, args: ['validators', '--only=contract/src/values/mask.ts'] })
  const { code } = await run.exited
  const [, score = 0, faults = 0] = /validators: ([\d.]+) of 100, \d+ of (\d+) mutants/.exec(run.output()) ?? []
  expect([Number(score) >= 80, Number(faults) > 10, code], run.output()).toEqual([true, true, 0])
})
