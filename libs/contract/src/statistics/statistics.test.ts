import { expect, test } from 'vitest'
import type { Range } from '../values/period.ts'
import { composeStatistics } from './statistics.ts'

const hour = 3_600_000
const at = (iso: string) => new Date(iso).getTime()
const noon = at('2026-11-28T12:00:00+09:00')

/** One visit an hour, at every hour since the start of 2020. */
const hourly = (by: 'day' | 'store') => ({
  now: noon,
  none: { visits: 0 },
  total: async ({ since, until }: Range) => ({ visits: (until - since) / hour }),
  rows: async ({ since, until }: Range) =>
    by === 'store'
      ? [{ key: 'a', name: '강남점', figures: { visits: (until - since) / hour } }]
      : [{ key: '2026-11-27', name: null, figures: { visits: 24 } }],
})

test('a day that is not over is compared up to the same moment of the earlier day', async () => {
  const query = { from: '2026-11-27', to: '2026-11-28', compareWith: 'sameWeekdays' as const }
  expect(await composeStatistics(query, 'day', hourly('day'))).toEqual({
    asOf: '2026-11-28T03:00:00.000Z',
    from: '2026-11-26T15:00:00.000Z',
    to: '2026-11-28T15:00:00.000Z',
    comparedFrom: '2026-11-19T15:00:00.000Z',
    comparedTo: '2026-11-21T15:00:00.000Z',
    total: { visits: 36 },
    comparedTotal: { visits: 36 },
    rows: [
      { key: '2026-11-27', name: null, partial: false, figures: { visits: 24 }, compared: { visits: 0 } },
      { key: '2026-11-28', name: null, partial: true, figures: { visits: 0 }, compared: { visits: 0 } },
    ],
  })
})

test.each([
  ['previousPeriod', '2027-03-01', '2027-03-31', '2027-03-10T12:00:00+09:00', 9.5],
  ['previousPeriod', '2027-02-01', '2027-02-28', '2027-02-10T12:00:00+09:00', 9.5],
  ['previousPeriod', '2027-03-01', '2027-03-31', '2027-03-30T12:00:00+09:00', 28], // all of February
  ['previousPeriod', '2027-02-01', '2027-02-28', '2027-03-01T00:00:00+09:00', 31], // both are over
  ['lastYear', '2028-02-01', '2028-03-31', '2028-03-01T12:00:00+09:00', 28.5],
] as const)('%s from %s to %s is compared at %s with %d days', async (compareWith, from, to, now, days) => {
  const { comparedTotal } = await composeStatistics({ from, to, compareWith }, 'day', {
    ...hourly('day'),
    now: at(now),
  })
  expect(comparedTotal).toEqual({ visits: days * 24 })
})

test('groups are compared by their ids', async () => {
  const query = { from: '2026-11-20', to: '2026-11-20', compareWith: 'lastYear' as const }
  const { rows } = await composeStatistics(query, 'store', hourly('store'))
  expect(rows).toEqual([
    { key: 'a', name: '강남점', partial: false, figures: { visits: 24 }, compared: { visits: 24 } },
  ])
})

test('groups of a day that is not over are compared up to the same moment, and are counted as far as their total', async () => {
  const query = { from: '2026-11-28', to: '2026-11-28', compareWith: 'sameWeekdays' as const }
  const { rows, total, comparedTotal } = await composeStatistics(query, 'store', hourly('store'))
  expect(rows).toEqual([{ key: 'a', name: '강남점', partial: true, figures: { visits: 12 }, compared: { visits: 12 } }])
  expect([total, comparedTotal]).toEqual([{ visits: 12 }, { visits: 12 }])
})

test('figures that are behind are compared as far as they are complete', async () => {
  const query = { from: '2026-11-28', to: '2026-11-28', compareWith: 'sameWeekdays' as const }
  const behind = { ...hourly('store'), asOf: at('2026-11-28T09:00:00+09:00') }
  const { asOf, total, comparedTotal } = await composeStatistics(query, 'store', behind)
  expect({ asOf, total, comparedTotal }).toEqual({
    asOf: '2026-11-28T00:00:00.000Z',
    total: { visits: 12 },
    comparedTotal: { visits: 9 },
  })
  const over = await composeStatistics({ ...query, from: '2026-11-27', to: '2026-11-27' }, 'day', {
    ...behind,
    asOf: at('2026-11-27T20:00:00+09:00'),
  })
  expect(over.rows).toMatchObject([{ partial: true }])
  expect(over.comparedTotal).toEqual({ visits: 20 })
})

test('without a comparison nothing is compared', async () => {
  const { rows, comparedTotal, comparedFrom } = await composeStatistics(
    { from: '2026-11-27', to: '2026-11-27' },
    'day',
    hourly('day'),
  )
  expect([rows[0]?.compared, comparedTotal, comparedFrom]).toEqual([null, null, null])
})

test.each([
  ['a range of 200 years', '1900-01-01', '2100-01-01', 'store'],
  ['more than 2,000 periods', '2026-01-01', '2026-12-31', 'hour'],
  ['a range that ends before it begins', '2026-12-31', '2026-01-01', 'day'],
])('%s is refused', async (_, from, to, by) => {
  await expect(composeStatistics({ from, to }, by, hourly('day'))).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
})
