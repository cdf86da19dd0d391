import { createLogger } from '@kingcar/runtime'
import { expect, test, vi } from 'vitest'
import { openPresence } from './presence.ts'

test('sightings that were not written are written two seconds later, also if no other comes', async () => {
  vi.useFakeTimers()
  const transaction = vi.fn().mockRejectedValueOnce(new Error('away')).mockResolvedValue(undefined)
  const presence = openPresence({ transaction }, createLogger('test', 'fatal'))
  presence.note('a', { seenAt: 1 })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(transaction).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(transaction).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(transaction).toHaveBeenCalledTimes(2)
  await presence[Symbol.asyncDispose]()
  vi.useRealTimers()
})
