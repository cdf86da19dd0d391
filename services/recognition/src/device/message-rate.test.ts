import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMessageRateCheck } from './message-rate.ts'

/** The devices above their rate, for messages stored at these times. */
function exceeded(messages: readonly { deviceId: string; at: number }[]): string[] {
  const found: string[] = []
  const count = createMessageRateCheck((deviceId) => found.push(deviceId))
  for (const { deviceId, at } of messages) count(deviceId, at)
  return found
}
const many = (deviceId: string, count: number, at: number, everyMs = 0) =>
  Array.from({ length: count }, (_, number) => ({ deviceId, at: at + number * everyMs }))

test('a burst of 1,000 and then 20 a second is accepted', () => {
  const now = Date.now()
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000 }), fc.integer({ min: 1, max: 2_000 }), (first, more) => {
      const begin = now - more * 50
      expect(exceeded([...many('a', first, begin), ...many('a', more, begin, 50)])).toEqual([])
    }),
  )
})

test('a higher rate is reported once, for that device only', () => {
  const now = Date.now()
  const quiet = many('b', 500, now - 1_000)
  expect(exceeded([...quiet, ...many('a', 3_000, now - 1_000), ...quiet])).toEqual(['a'])
})

test('an old backlog is not reported', () => {
  expect(exceeded(many('a', 50_000, Date.now() - 11 * 60_000))).toEqual([])
  expect(exceeded(many('a', 50_000, Date.now() - 2 * 60_000))).toEqual(['a']) // younger than the backlog limit
})
