import { rangeOf } from '@kingcar/contract'
import { expect, test } from 'vitest'
import { type PeriodLength, periodsOf } from './periods.ts'

const names = (from: string, to: string, by: PeriodLength) => periodsOf(rangeOf({ from, to }), by)

test('periods are the days and months of Seoul that a range overlaps', () => {
  expect(names('2026-02-27', '2026-03-01', 'day')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
  expect(names('2026-01-31T14:59:59.999Z', '2026-01-31T15:00:00.001Z', 'day')).toEqual(['2026-01-31', '2026-02-01'])
  expect(names('2026-01-31T14:59:59.999Z', '2026-01-31T15:00:00.000Z', 'month')).toEqual(['2026-01'])
  expect(names('2025-12-31', '2026-02-01', 'month')).toEqual(['2025-12', '2026-01', '2026-02'])
  expect(names('1969-11-30', '1970-01-01', 'month')).toEqual(['1969-11', '1969-12', '1970-01'])
  expect(names('2026-01-31T00:00:00Z', '2026-01-31T00:00:00Z', 'day')).toEqual([])
})

test.each<[PeriodLength, string, string, string]>([
  ['day', '2025-01-01', '2026-02-04', '2026-02-05'],
  ['month', '1993-01-31', '2026-04-30', '2026-05-01'],
])('at most 400 periods, by %s', (by, from, last, more) => {
  expect(names(from, last, by)).toHaveLength(400)
  expect(() => names(from, more, by)).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED' }))
})
