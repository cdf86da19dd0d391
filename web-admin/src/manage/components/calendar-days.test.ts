import { expect, test } from 'vitest'
import { dayByKey, monthsAfter, weeksOf } from './calendar-days.ts'

test('a month later is the same day, or the last one of a shorter month', () => {
  expect(monthsAfter('2026-01-31', 1)).toBe('2026-02-28')
  expect(monthsAfter('2028-02-29', -12)).toBe('2027-02-28')
  expect(monthsAfter('2026-12-15', 1)).toBe('2027-01-15')
})

test('the weeks of a month begin on Sunday and have its days alone', () => {
  const weeks = weeksOf('2026-11-27')
  expect(weeks.map(({ length }) => length)).toEqual([7, 7, 7, 7, 7])
  expect(weeks[0]?.[0]).toBe('2026-11-01')
  expect(weeks.at(-1)).toEqual(['2026-11-29', '2026-11-30', ...Array(5).fill(undefined)])
})

test.each([
  ['ArrowLeft', false, '2026-02-28'],
  ['ArrowUp', false, '2026-02-22'],
  ['Home', false, '2026-03-01'],
  ['End', false, '2026-03-07'],
  ['PageDown', false, '2026-04-01'],
  ['PageUp', true, '2025-03-01'],
  ['Enter', false, undefined],
] as const)('%s (shift: %s) moves from 2026-03-01 to %s', (key, shift, day) =>
  expect(dayByKey(key, shift, '2026-03-01')).toBe(day),
)
