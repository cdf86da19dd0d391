import { expect, test } from 'vitest'
import { runChaos } from '../src/faults/chaos.ts'

/** A part of `npm run faults -- cluster clocks`: three brokers, and half of the processes with clocks that are off. */
test('through crashes, freezes and network partitions, everything acknowledged is stored once and shown on the screens', async () => {
  const lines: string[] = []
  const size = {
    reads: 200,
    orders: 20,
    strikes: 2,
    brokers: 3,
    skewed: true,
    endsLeases: true,
    seed: Date.now() % 1_000_000,
  } as const
  const { findings, charges } = await runChaos(size, (line) => lines.push(line))
  const nothing = Object.fromEntries(Object.keys(findings).map((name) => [name, []]))
  expect(findings, `seed ${size.seed}\n${lines.join('\n')}`).toEqual(nothing)
  expect(charges).toBeGreaterThan(0)
})
