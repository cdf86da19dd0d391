import { expect, test } from 'vitest'
import { burnInShift } from './burn-in-shift.ts'

const minutes = Array.from({ length: 48 }, (_, minute) => burnInShift(minute * 60_000))

test('the content stays for a minute, then moves a little', () => {
  expect(burnInShift(59_999)).toEqual(burnInShift(0))
  for (const [minute, { x, y }] of minutes.entries()) {
    const next = burnInShift((minute + 1) * 60_000)
    const distance = Math.hypot(next.x - x, next.y - y)
    expect(distance).toBeGreaterThan(0)
    expect(distance).toBeLessThan(0.3)
  }
})

test('it uses the whole range and returns to the start', () => {
  expect(Math.max(...minutes.flatMap(({ x, y }) => [Math.abs(x), Math.abs(y)]))).toBe(1)
  expect(burnInShift(48 * 60_000)).toEqual(burnInShift(0))
})
