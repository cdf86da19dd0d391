import { expect, test } from 'vitest'
import { orbit } from './burn-in-shift.ts'

const minutes = Array.from({ length: 48 }, (_, minute) => orbit(minute * 60_000))

test('the stage stands still for a minute, then moves on a little', () => {
  expect(orbit(59_999)).toEqual(orbit(0))
  for (const [minute, { x, y }] of minutes.entries()) {
    const next = orbit((minute + 1) * 60_000)
    const way = Math.hypot(next.x - x, next.y - y)
    expect(way).toBeGreaterThan(0)
    expect(way).toBeLessThan(0.3)
  }
})

test('it uses its whole reach and comes round', () => {
  expect(Math.max(...minutes.flatMap(({ x, y }) => [Math.abs(x), Math.abs(y)]))).toBe(1)
  expect(orbit(48 * 60_000)).toEqual(orbit(0))
})
