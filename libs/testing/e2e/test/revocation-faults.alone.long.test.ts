import { expect, test } from 'vitest'
import { revocationFaults } from '../src/faults/revocation-faults.ts'

/** A fortieth of `npm run faults -- revocation`. */
test('two seconds after a revocation got 200 every process rejects the right, during any fault', async () => {
  const lines: string[] = []
  const seed = Date.now() % 1_000_000
  const { findings, ...figures } = await revocationFaults({ runs: 50, seed }, (line) => lines.push(line))
  const said = `npm run faults -- revocation ${seed}: ${JSON.stringify(figures)}\n${lines.join('\n')}`
  expect(Object.values(findings).flat(), said).toEqual([])
  expect(figures.cases).toBe(50)
  expect(figures.done, said).toBeGreaterThan(0)
})
