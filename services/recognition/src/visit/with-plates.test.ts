import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JudgedRead } from '../read/read.ts'
import { maxLocks, withinLocks } from './with-plates.ts'

const judged = (candidates: number): JudgedRead => {
  const plates = Array.from({ length: candidates }, (_, at) => ({ carNumber: `12가${1000 + at}`, confidence: 0.5 }))
  return { read: { candidates: plates } as unknown as JudgedRead['read'], rejected: null }
}
const locksOf = (part: readonly JudgedRead[]) =>
  part.reduce((sum, { read }) => sum + 2 + (read.candidates?.length ?? 0), 0)

test('property: all reads are in order in parts that take no more locks than allowed', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(10), { maxLength: 256, size: 'max' }), (candidates) => {
      const reads = candidates.map(judged)
      const parts = [...withinLocks(reads)]
      expect(parts.flat()).toEqual(reads)
      for (const part of parts) expect(locksOf(part)).toBeLessThanOrEqual(maxLocks)
      for (const [at, part] of parts.slice(1).entries())
        expect(locksOf([...(parts[at] ?? []), ...part.slice(0, 1)])).toBeGreaterThan(maxLocks)
    }),
  )
})

test('reads without candidates stay in one transaction', () => {
  expect([...withinLocks(Array.from({ length: 256 }, () => judged(0)))]).toHaveLength(1)
})
