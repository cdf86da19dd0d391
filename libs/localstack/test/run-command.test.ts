import { expect, test } from 'vitest'
import { runCommand } from '../src/run-command.ts'

test('returns the whole output, also what arrives after the exit', async () => {
  const { ok, output } = await runCommand('sh', ['-c', 'echo first; (sleep 0.3; echo last) & exit 0'])
  expect({ ok, output }).toEqual({ ok: true, output: 'first\nlast' })
})
