import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  comparedRange,
  comparisons,
  type PeriodLength,
  periodAt,
  periodLengths,
  periodsOf,
  startOfPeriod,
} from './calendar.ts'
import { rangeOf } from './period.ts'

const names = (from: string, to: string, by: PeriodLength, most = 400) =>
  periodsOf(rangeOf({ from, to }), by, most).map(({ name }) => name)

test('periods are those of Seoul that a range overlaps', () => {
  expect(names('2026-02-27', '2026-03-01', 'day')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
  expect(names('2026-01-31T14:59:59.999Z', '2026-01-31T15:00:00.001Z', 'day')).toEqual(['2026-01-31', '2026-02-01'])
  expect(names('2026-01-31T14:59:59.999Z', '2026-01-31T15:00:00.000Z', 'month')).toEqual(['2026-01'])
  expect(names('2026-01-31T14:59:59.999Z', '2026-01-31T15:00:00.001Z', 'hour')).toEqual([
    '2026-01-31T23',
    '2026-02-01T00',
  ])
  expect(names('2025-12-31', '2026-02-01', 'month')).toEqual(['2025-12', '2026-01', '2026-02'])
  expect(names('1969-11-30', '1970-01-01', 'month')).toEqual(['1969-11', '1969-12', '1970-01'])
  expect(names('2026-11-22', '2026-11-30', 'week')).toEqual(['2026-11-16', '2026-11-23', '2026-11-30'])
  expect(names('2026-01-31T00:00:00Z', '2026-01-31T00:00:00Z', 'day')).toEqual([])
})

test.each<[PeriodLength, string, string, string]>([
  ['day', '2025-01-01', '2026-02-04', '2026-02-05'],
  ['month', '1993-01-31', '2026-04-30', '2026-05-01'],
])('not more periods than allowed, by %s', (by, from, last, more) => {
  expect(names(from, last, by)).toHaveLength(400)
  expect(() => names(from, more, by)).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED' }))
})

const times = fc.integer({ min: Date.UTC(1990, 0), max: Date.UTC(2060, 0) })

test('each time is in one period, and periods join without a gap', () => {
  fc.assert(
    fc.property(times, fc.constantFrom(...periodLengths), (at, by) => {
      const { start, end } = periodAt(at, by)
      expect(start <= at && at < end).toBe(true)
      expect(periodAt(end, by).start).toBe(end)
      expect(startOfPeriod(at, by, 'up')).toBe(start === at ? start : end)
    }),
  )
})

describe('a range is compared', () => {
  const compared = (from: string, to: string, comparison: (typeof comparisons)[number]) => {
    const { since, until } = comparedRange(rangeOf({ from, to }), comparison)
    return [since, until - 1].map((at) => periodAt(at, 'day').name)
  }

  test('with the days before it', () =>
    expect(compared('2026-11-23', '2026-11-29', 'previousPeriod')).toEqual(['2026-11-16', '2026-11-22']))
  test('with the months before it if it consists of months', () =>
    expect(compared('2026-02-01', '2026-03-31', 'previousPeriod')).toEqual(['2025-12-01', '2026-01-31']))
  test('with the same days of the week', () => {
    expect(compared('2026-11-28', '2026-11-28', 'sameWeekdays')).toEqual(['2026-11-21', '2026-11-21'])
    expect(compared('2026-11-20', '2026-11-28', 'sameWeekdays')).toEqual(['2026-11-06', '2026-11-14'])
  })
  test('with the same dates of the last year', () => {
    expect(compared('2026-11-01', '2026-11-28', 'lastYear')).toEqual(['2025-11-01', '2025-11-28'])
    const { since, until } = comparedRange(rangeOf({ from: '2024-02-29', to: '2024-02-29' }), 'lastYear')
    expect(until - since).toBe(0)
  })
  test('never with itself', () => {
    fc.assert(
      fc.property(
        times,
        fc.integer({ min: 1, max: 365 * 86_400_000 }),
        fc.constantFrom(...comparisons),
        (since, length, comparison) => {
          const range = { since, until: since + length }
          expect(comparedRange(range, comparison).until).toBeLessThanOrEqual(since)
        },
      ),
    )
  })
})
