import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createClockCheck, skewOf } from './clock.ts'

const minute = 60_000
const jitter = fc.integer({ min: 0, max: minute })
/** A lateness beyond two minutes, in either direction. */
const wrong = fc.oneof(
  fc.integer({ min: 2 * minute + 1, max: 400 * 86_400_000 }),
  fc.integer({ min: -400 * 86_400_000, max: -3 * minute - 1 }),
)

describe('skewOf', () => {
  test('latenesses of three to five cars within a minute are a wrong clock, by their median', () => {
    fc.assert(
      fc.property(wrong, fc.array(jitter, { minLength: 3, maxLength: 5 }), (late, jitters) => {
        const skew = skewOf(jitters.map((ms) => late + ms))
        const expected = Math.max(-(2 ** 31 - 1), Math.min(2 ** 31 - 1, -late))
        expect(Math.abs(Number(skew) - expected)).toBeLessThanOrEqual(minute)
      }),
    )
  })

  test('a read that arrives in time proves a correct clock, regardless of earlier reads', () => {
    const inTime = fc.integer({ min: -2 * minute, max: 2 * minute })
    fc.assert(
      fc.property(fc.array(fc.integer(), { maxLength: 4 }), inTime, (before, ms) => skewOf([...before, ms]) === null),
    )
  })

  test('one or two cars are not enough, and reads that waited in a queue do not count', () => {
    expect(skewOf([])).toBeUndefined()
    expect(skewOf([70 * minute, 70 * minute])).toBeUndefined()
    // sent together after an outage: the cars came minutes apart
    const queue = [70, 68, 65, 61, 60].map((ms) => ms * minute)
    expect(skewOf(queue.slice(0, 4))).toBeUndefined()
    expect(skewOf(queue)).toBeNull()
  })
})

test('only the first read of a car counts, and devices are apart', () => {
  const judge = createClockCheck()
  const at = Date.now()
  const read = (deviceId: string, carNumber: string, late: number) =>
    judge({ deviceId, carNumber, recognizedAt: at - late, receivedAt: at })
  expect(Array.from({ length: 5 }, () => read('a', '1', 70 * minute))).toEqual(Array(5).fill(undefined))
  expect([read('b', '2', 70 * minute), read('a', '2', 70 * minute)]).toEqual([undefined, undefined])
  expect(read('a', '3', 70 * minute)).toBe(-70 * minute)
  expect(read('b', '3', 10)).toBeNull()
  expect(read('a', '4', 10)).toBeNull()
})
