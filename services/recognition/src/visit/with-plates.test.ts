import { AppError } from '@kingcar/contract'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { JudgedRead } from '../read/read.ts'
import { assertLocked, maxLocks, withinLocks, withPlates } from './with-plates.ts'

/** Plates of which cameras confuse no two: 0, 1, 2 and 4 are in different classes. */
const plates = (count: number) =>
  Array.from({ length: count }, (_, at) => {
    const digits = at.toString(4).padStart(6, '0').replaceAll('3', '4')
    return `${digits.slice(0, 2)}가${digits.slice(2)}`
  })

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

describe('attempts that find more plates each time', () => {
  const bounds = { deadlineMs: 1_000, maxPlates: 512 }
  /** Attempts of some milliseconds, each of which lacks some plates; their time left and the plates that they lock. */
  async function attempt(ms: number, more: number): Promise<{ timeLeft: number[]; locked: number[] }> {
    const timeLeft: number[] = []
    const sizes: number[] = []
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      const attempts = withPlates(
        plates(1),
        async (locked, { deadlineMs }) => {
          timeLeft.push(deadlineMs)
          sizes.push(locked.size)
          vi.advanceTimersByTime(ms)
          assertLocked(plates(sizes.length * more + 1), locked)
        },
        bounds,
      )
      await expect(attempts).rejects.toThrow(new AppError('CONFLICT'))
    } finally {
      vi.useRealTimers()
    }
    return { timeLeft, locked: sizes }
  }

  test('end after five', async () => {
    expect((await attempt(1, 1)).locked).toEqual([1, 2, 3, 4, 5])
  })

  test('have one deadline together', async () => {
    expect((await attempt(400, 1)).timeLeft).toEqual([1_000, 600, 200])
  })

  test('end before they lock more plates than allowed', async () => {
    expect((await attempt(1, 200)).locked).toEqual([1, 201, 401])
  })
})
