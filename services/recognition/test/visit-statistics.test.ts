import { randomUUID } from 'node:crypto'
import { contract, type Input } from '@kingcar/contract'
import { expect, test } from 'vitest'
import { compactVisitFigures } from '../src/visit/figures.ts'
import { administratorBeforeAll } from './administrator.ts'
import { startBeforeAll } from './recognition.ts'
import { after, day, visitsOfDaysBeforeAll } from './visits-of-days.ts'

const { getVisitStatistics } = contract.recognition
const recognition = startBeforeAll()
const admin = administratorBeforeAll(recognition)
const other = visitsOfDaysBeforeAll(recognition)

const statistics = (input: Input<typeof getVisitStatistics>) => admin.call(getVisitStatistics, input)
const none = { visits: 0, members: 0, guests: 0, returning: 0, late: 0, corrected: 0, used: 0 }

test('by day, including empty ones; a plate with an earlier visit at any store is returning', async () => {
  expect(await statistics({ from: day(0), to: day(3) })).toEqual([
    { period: day(0), ...none, visits: 3, members: 1, guests: 2, returning: 2, late: 3 },
    { period: day(1), ...none },
    { period: day(2), ...none, visits: 1, guests: 1, late: 1 },
    { period: day(3), ...none },
  ])
})

test('by hour, of one store, between two times', async () => {
  const hours = await statistics({ from: after(0, 30), to: after(3), by: 'hour', storeId: recognition.storeId })
  expect(hours).toEqual([
    { period: `${day(0)}T00`, ...none, visits: 1, guests: 1, late: 1 },
    { period: `${day(0)}T01`, ...none },
    { period: `${day(0)}T02`, ...none, visits: 1, guests: 1, returning: 1, late: 1 },
  ])
  expect(await statistics({ from: day(-1), to: day(-1), storeId: other.toUpperCase() })).toMatchObject([
    { visits: 1, members: 1, returning: 0 },
  ])
})

test('an empty range has no period; a reversed one and more than 10,000 periods are rejected with their path', async () => {
  expect(await statistics({ from: after(0), to: after(0) })).toEqual([])
  const refused = { code: 'VALIDATION_FAILED', details: [{ path: 'to' }] }
  await expect(statistics({ from: day(1), to: day(-1) })).rejects.toMatchObject(refused)
  await expect(statistics({ from: '2000-01-01', to: '2027-05-19' })).rejects.toMatchObject(refused)
  expect(await statistics({ from: '2000-01-01', to: '2027-05-18' })).toHaveLength(10_000)
  await expect(statistics({ from: '0000-01-01', to: '9999-12-31', by: 'hour' })).rejects.toMatchObject(refused)
})

test('agrees with a naive count, for recent and past ranges, before and after the changes are added up', async () => {
  const { sql } = recognition.backend
  await sql`insert into recognition.plates (car_number) select '7' || n || '가1000' from generate_series(0, 6) n`
  await sql`
    insert into recognition.visits (store_id, car_number, device_id, first_read_at, last_read_at, received_at, reads, late, merged_into)
    select case when random() < 0.5 then ${other}::uuid else ${recognition.storeId}::uuid end, '7' || n % 7 || '가1000',
      ${recognition.deviceId}, at, at, at, 1, false, case when n % 5 = 0 then ${randomUUID()}::uuid end
    from (select n, now() - random() * interval '90 days' as at from generate_series(1, 60) n) v`
  const naive = (begin: string, end: string, storeId: string | null) => sql`
    select count(*)::integer as visits, count(*) filter (where exists (
      select from recognition.visits b
      where b.car_number = v.car_number and b.merged_into is null and b.first_read_at < v.first_read_at
    ))::integer as returning
    from recognition.visits v
    where merged_into is null and first_read_at >= ${begin} and first_read_at < ${end}
      and (${storeId}::uuid is null or store_id = ${storeId})`
  await sql`
    insert into recognition.visit_figure_changes
    select ${other}, date_trunc('hour', now()), n % 2 * 2 - 1, 0, 0, 0, 0, 0 from generate_series(1, 40_002) n` // more than one transaction adds up
  await using db = await recognition.openDatabase()
  for (const compact of [
    async () => undefined,
    () => Promise.all([compactVisitFigures(db), compactVisitFigures(db)]),
  ]) {
    await compact()
    for (const [from, to] of [
      [80, 60],
      [60, 30],
      [50, 0],
      [20, 10],
      [10, 9],
      [100, 0],
    ] as const)
      for (const storeId of [undefined, other]) {
        const [begin, end] = [after(24 * (7 - from)), after(24 * (7 - to))]
        const periods = await statistics({ from: begin, to: end, ...(storeId && { storeId }) })
        const total = (of: 'visits' | 'returning') => periods.reduce((sum, period) => sum + period[of], 0)
        const [expected] = await naive(begin, end, storeId ?? null)
        expect({ from, to, visits: total('visits'), returning: total('returning') }).toEqual({ from, to, ...expected })
      }
  }
  expect(await sql`select from recognition.visit_figure_changes`).toEqual([])
})
