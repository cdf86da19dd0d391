import fc from 'fast-check'
import { expect, test } from 'vitest'
import { indexByKey, isLabelled, placesOf, ticksOf } from './plot.ts'

const won = fc.integer({ min: -20_000_000, max: 500_000_000 })

test('a scale has round ticks', () => {
  expect(ticksOf(52)).toEqual([0, 20, 40, 60])
  expect(ticksOf(0)).toEqual([0, 1])
  expect(ticksOf(3)).toEqual([0, 1, 2, 3])
  expect(ticksOf(4_120_000)).toEqual([0, 2_000_000, 4_000_000, 6_000_000])
  expect(ticksOf(50, -30)).toEqual([-40, -20, 0, 20, 40, 60])
})

test('property: a scale includes zero and every value, in few even whole steps, and is not larger than necessary', () => {
  fc.assert(
    fc.property(fc.array(won, { maxLength: 40 }), (values) => {
      const [most, least] = [Math.max(0, ...values), Math.min(0, ...values)]
      const ticks = ticksOf(most, least)
      const [bottom, second, top] = [ticks[0] ?? 0, ticks[1] ?? 0, ticks.at(-1) ?? 0]
      expect(bottom).toBeLessThanOrEqual(least)
      expect(top).toBeGreaterThanOrEqual(most)
      expect(ticks).toContain(0)
      expect(ticks.length).toBeLessThanOrEqual(7)
      expect(ticks.every((tick, at) => tick === bottom + at * (second - bottom) && Number.isInteger(tick))).toBe(true)
      expect(top - bottom).toBeLessThanOrEqual(3.5 * Math.max(1, most - least))
    }),
  )
})

test('property: every value is in its own column of the box, larger values higher', () => {
  fc.assert(
    fc.property(fc.array(won, { minLength: 1, maxLength: 366 }), (values) => {
      const places = placesOf(values, ticksOf(Math.max(...values), Math.min(...values)))
      places.forEach(({ x, y }, at) => {
        expect(Math.floor((x * values.length) / 100)).toBe(at)
        expect(y).toBeGreaterThanOrEqual(0)
        expect(y).toBeLessThanOrEqual(100)
        const next = places[at + 1]
        if (next) expect(Math.sign(y - next.y)).toBe(Math.sign((values[at + 1] ?? 0) - (values[at] ?? 0)))
      })
    }),
  )
})

test('property: the first label is shown, and never more labels than there is room for', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 30 }), (count, room) => {
      const shown = Array.from({ length: count }, (_, at) => isLabelled(at, count, room))
      expect(shown[0]).toBe(true)
      expect(shown.filter(Boolean).length).toBeLessThanOrEqual(room)
    }),
  )
})

test('keys move through rows; in a single row, up and down move by one', () => {
  expect(
    ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'Home', 'End'].map((key) => indexByKey(key, 30, 168, 24)),
  ).toEqual([31, 29, 54, 6, 0, 167])
  expect(['ArrowUp', 'ArrowDown', 'Tab', 'a'].map((key) => indexByKey(key, 3, 24, 24))).toEqual([
    4,
    2,
    undefined,
    undefined,
  ])
  expect([
    indexByKey('ArrowLeft', 0, 24, 24),
    indexByKey('ArrowRight', 23, 24, 24),
    indexByKey('ArrowUp', 5, 168, 24),
  ]).toEqual(Array(3).fill(undefined))
})
