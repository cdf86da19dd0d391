import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startOfPeriod } from '../values/calendar.ts'
import { type Range, rangeOf } from '../values/period.ts'
import { piecesOf } from './pieces.ts'

const days = (from: string, to: string): Range => rangeOf({ from, to })

test('months are read as such, days around them as days, and rows only where a day is cut', () => {
  const range = { since: Date.parse('2026-01-30T12:00:00+09:00'), until: Date.parse('2026-04-02T06:00:00+09:00') }
  expect(piecesOf(range, ['day', 'month'])).toEqual({
    summed: days('2026-01-31', '2026-04-01'),
    pieces: [
      { length: 'day', ranges: [days('2026-01-31', '2026-01-31'), days('2026-04-01', '2026-04-01')] },
      { length: 'month', ranges: [days('2026-02-01', '2026-03-31')] },
    ],
    rest: [
      { since: range.since, until: Date.parse('2026-01-31T00:00:00+09:00') },
      { since: Date.parse('2026-04-02T00:00:00+09:00'), until: range.until },
    ],
  })
})

const times = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2023, 0) })
const ranges = fc.tuple(times, times).map(([a, b]) => ({ since: Math.min(a, b), until: Math.max(a, b) }))
const lengths = fc.constantFrom<Parameters<typeof piecesOf>[1][]>(
  ['hour', 'day', 'month'],
  ['day', 'month'],
  ['hour', 'day'],
  ['day'],
)

test('pieces cover any range once, and consist of whole periods', () => {
  fc.assert(
    fc.property(ranges, lengths, (range, by) => {
      const { pieces, rest } = piecesOf(range, by)
      for (const { length, ranges: parts } of pieces)
        for (const at of parts.flatMap(({ since, until }) => (since < until ? [since, until] : [])))
          expect(startOfPeriod(at, length, 'down')).toBe(at)
      const all = [...pieces.flatMap((piece) => piece.ranges), ...rest].filter(({ since, until }) => since < until)
      all.sort((a, b) => a.since - b.since)
      expect(all.reduce((end, { since, until }) => (since === end ? until : Number.NaN), range.since)).toBe(
        all.length === 0 ? range.since : range.until,
      )
      if (range.since < range.until) expect(all).not.toEqual([])
    }),
  )
})
