import { fileURLToPath } from 'node:url'
import { startProcess } from '@kingcar/testing'
import { expect, test } from 'vitest'

const script = fileURLToPath(new URL('../src/attacks/in-process.ts', import.meta.url))

/** A short form of `npm run attacks -- requests`, in one process. */
// ASVS 1.5.2, 15.3.6
test('the product withstands calls with other rights, 6,000 requests made from its document, to sequences compared with a model, and to the fixed probes', async () => {
  await using run = startProcess({ script, args: ['--requests=6000', '--sequences=20'] })
  const { code } = await run.exited
  const findings = run.lines.map(({ msg }) => msg).filter((text) => /^\{.*"claim":/.test(text))
  expect(findings, run.output().slice(-2_000)).toEqual([])
  expect(code, run.output().slice(-2_000)).toBe(0)
})
