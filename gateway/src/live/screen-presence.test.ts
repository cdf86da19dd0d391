import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openScreenPresence } from './screen-presence.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test.each([1, 60, 1_000])('%i screens are reported once in each interval, spread over it', (count) => {
  const sent: string[] = []
  using presence = openScreenPresence({
    send: (subject) => void sent.push(subject),
    subscribe: () => ({ stop() {} }),
  })
  for (let at = 0; at < count; at++) presence.add(`screen-${at}`, undefined, { sendText: () => true })
  sent.length = 0
  for (let round = 0; round < 3; round++) {
    for (let second = 0; second < 30; second++) {
      const before = sent.length
      vi.advanceTimersByTime(1_000)
      expect(sent.length - before).toBeLessThanOrEqual(Math.ceil(count / 30))
    }
    expect(new Set(sent.splice(0)).size).toBe(count)
  }
})
