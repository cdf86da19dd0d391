import { join } from 'node:path'
import { root } from '@kingcar/localstack/paths'
import { runCommand } from '@kingcar/localstack/run-command'
import { expect, test } from 'vitest'

test('the benchmarks compile with the packages of the peers, which npm run check does not need', async () => {
  const { ok, output } = await runCommand('tsc', ['--pretty', 'false', '--noEmit'], {
    cwd: join(root, 'libs/testing/bench'),
  })
  expect(ok, output).toBe(true)
})
