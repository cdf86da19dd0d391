import { expect, test } from 'vitest'
import { recognitionFaults } from '../src/faults/recognition.ts'

/** A tenth of `npm run faults`. */
test('10,000 reads, each twice and in any order, with processes killed on the way, become the visits of the definition', async () => {
  const lines: string[] = []
  const { findings } = await recognitionFaults({
    reads: 10_000,
    kills: ['recognition', 'nats-server', 'recognition', 'postgres'],
    seed: Date.now() % 1_000_000,
    log: (line) => lines.push(line),
  })
  const nothing = Object.fromEntries(Object.keys(findings).map((name) => [name, []]))
  expect(findings, lines.join('\n')).toEqual(nothing)
}, 240_000)
