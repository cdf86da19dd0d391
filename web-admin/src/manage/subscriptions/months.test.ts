import { expect, test } from 'vitest'
import { endedOf, monthBefore, monthsOf } from './months.ts'

test('a month some months earlier, over the ends of years', () => {
  expect([0, 1, 11, 12, 24].map((months) => monthBefore('2026-11', months))).toEqual([
    '2026-11',
    '2026-10',
    '2025-12',
    '2025-11',
    '2024-11',
  ])
})

const none = { active: 0, started: 0, endedByStop: 0, endedByDunning: 0, endedByLeave: 0, endedOtherwise: 0 }
const rowOf = (key: string, fields: Partial<typeof none>) => ({
  ...{ key, name: null, partial: false, compared: null },
  figures: { ...none, monthlyRevenue: 0, ...fields },
})

test('the churn of a month is what ended in it of what was active before it', () => {
  const rows = [
    rowOf('2026-08', {}),
    rowOf('2026-09', { active: 10, started: 10 }),
    rowOf('2026-10', { active: 8, endedByStop: 1, endedByDunning: 1 }),
    rowOf('2026-11', { active: 4, endedByLeave: 1, endedOtherwise: 3 }),
  ]
  expect(monthsOf(rows).map(({ key, churn }) => [key, churn])).toEqual([
    ['2026-09', undefined],
    ['2026-10', 0.2],
    ['2026-11', 0.5],
  ])
  expect(rows.map(({ figures }) => endedOf(figures))).toEqual([0, 0, 2, 4])
  expect(monthsOf([])).toEqual([])
})
