import { expect, test } from 'vitest'
import { revocationFaults } from '../src/faults/revocation-faults.ts'

/** A fortieth of `npm run faults -- revocation`. */
test('a right that was taken away with a response of 200 works nowhere two seconds later, during any fault', async () => {
  const lines: string[] = []
  const seed = Date.now() % 1_000_000
  const { findings, ...figures } = await revocationFaults({ runs: 50, seed }, (line) => lines.push(line))
  const said = `npm run faults -- revocation ${seed}: ${JSON.stringify(figures)}\n${lines.join('\n')}`
  expect(Object.values(findings).flat(), said).toEqual([])
  expect(figures.cases).toBe(50)
  expect(figures.done, said).toBeGreaterThan(0)
})
