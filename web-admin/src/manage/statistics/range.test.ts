import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayAfter } from '../text/format.ts'
import { maxDays, rangeBefore, rangeOf } from './range.ts'

const today = '2026-11-21'
const days = (from: string, to: string) => ({ from, to, cut: false })

test('an address has a quick range or days; without either it is the last seven days', () => {
  expect(rangeOf({}, today)).toMatchObject({ ...days('2026-11-15', today), days: 7 })
  expect(rangeOf({ range: 'today' }, today)).toMatchObject({ ...days(today, today), days: 1 })
  expect(rangeOf({ range: 'month' }, today)).toMatchObject({ ...days('2026-11-01', today), days: 21 })
  expect(rangeOf({ range: 'month', from: '2026-10-30', to: '2026-11-02' }, today)).toMatchObject({ days: 4 })
  expect(rangeOf({ from: '2026-11-20' }, today)).toMatchObject(days('2026-11-20', today))
  expect(rangeOf({ to: '2026-11-20' }, today)).toMatchObject(days('2026-11-20', '2026-11-20'))
  expect(rangeOf({ from: '2026-11-20', to: '2026-11-10' }, today)).toMatchObject(days('2026-11-10', '2026-11-20'))
})

test('a range of more than a year is cut to its last year', () => {
  const range = rangeOf({ from: '2020-01-01', to: today }, today)
  expect(range).toEqual({ from: '2025-11-21', to: today, days: maxDays, cut: true })
})

test('a range that is not over is compared up to the same time', () => {
  const now = Date.parse('2026-11-21T14:37:12+09:00')
  expect(rangeBefore(rangeOf({ range: 'today' }, today), now)).toEqual({
    from: '2026-11-19T15:00:00.000Z',
    to: '2026-11-20T05:30:00.000Z',
  })
  expect(rangeBefore(rangeOf({ from: '2026-11-10', to: '2026-11-11' }, today), now)).toEqual({
    from: '2026-11-07T15:00:00.000Z',
    to: '2026-11-09T15:00:00.000Z',
  })
})

test('property: the previous period ends at or before the start of the range, and is never longer', () => {
  const date = fc.integer({ min: -800, max: 30 }).map((n) => dayAfter(today, n))
  const clock = fc.integer({ min: 0, max: 86_399_999 }).map((ms) => Date.parse('2026-11-20T15:00:00Z') + ms)
  fc.assert(
    fc.property(date, date, clock, (from, to, now) => {
      const range = rangeOf({ from, to }, today)
      const before = rangeBefore(range, now)
      const length = Date.parse(before.to) - Date.parse(before.from)
      expect(Date.parse(before.to)).toBeLessThanOrEqual(Date.parse(`${range.from}T00:00:00+09:00`))
      expect(length).toBeGreaterThanOrEqual(0)
      expect(length).toBeLessThanOrEqual(range.days * 86_400_000)
    }),
  )
})
