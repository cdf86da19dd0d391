import { randomUUID } from 'node:crypto'
import { contract, type Input } from '@kingcar/contract'
import { expect, test } from 'vitest'
import { compactVisitFigures } from '../src/visit/figures.ts'
import { administratorBeforeAll } from './administrator.ts'
import { expectFiguresToBeExact } from './figures.ts'
import { startBeforeAll } from './recognition.ts'
import { after, day, visitsOfDaysBeforeAll } from './visits-of-days.ts'

const { getVisitFigures, exportVisitFigures } = contract.recognition
const recognition = startBeforeAll()
const admin = administratorBeforeAll(recognition)
const other = visitsOfDaysBeforeAll(recognition)

const figures = (input: Input<typeof getVisitFigures>) => admin.call(getVisitFigures, input)
const noFigures = {
  ...{ visits: 0, members: 0, guests: 0, newPlates: 0, returning: 0, late: 0, corrected: 0, used: 0 },
  ...{ stays: 0, averageStayMinutes: null },
}

test('figures by day, with the figures of the week before and a total', async () => {
  const of = { from: day(-7), to: day(-1), compareWith: 'previousPeriod' } as const
  expect(await figures({ from: day(0), to: day(2), storeId: recognition.storeId })).toMatchObject({
    rows: [
      {
        key: day(0),
        partial: false,
        figures: { visits: 3, members: 1, guests: 2, newPlates: 1, returning: 2, late: 3 },
      },
      { key: day(1), figures: noFigures, compared: null },
      { key: day(2), figures: { ...noFigures, visits: 1, guests: 1, newPlates: 1, late: 1 } },
    ],
    total: { visits: 4, members: 1 },
    comparedTotal: null,
  })
  const later = await figures({ ...of, from: day(-1), to: day(1) })
  expect(later.comparedTotal).toMatchObject({
    visits: later.rows.reduce((sum, row) => sum + (row.compared?.visits ?? 0), 0),
  })
  expect(later.rows.map(({ compared }) => compared !== null)).toEqual([true, true, true])
})

test('figures by store, the most visited first, with their names', async () => {
  const { rows } = await figures({ from: day(-1), to: day(2), by: 'store' })
  expect(rows.map(({ key, name }) => ({ key, name }))).toEqual(
    rows.map(({ key }) => ({ key, name: key === other ? '홍대점' : '강남점' })),
  )
  const counts = rows.map((row) => row.figures.visits)
  expect(counts).toEqual(counts.toSorted((a, b) => b - a))
  expect(rows.map(({ key }) => key).sort()).toEqual([other, recognition.storeId].sort())
})

test('hours, days, weeks, months and stores have the same total as the range, before and after they are added up', async () => {
  const range = { from: '2023-02-14T03:20:00Z', to: after(55, 7) }
  const { sql } = recognition.backend
  await sql`insert into recognition.plates (car_number) select '7' || n || '가1000' from generate_series(0, 6) n`
  await sql`
    insert into recognition.visits (store_id, car_number, device_id, first_read_at, last_read_at, received_at, reads, late)
    select ${recognition.storeId}::uuid, '7' || n % 7 || '가1000', ${recognition.deviceId}, at, at, at, 1, false
    from (select n, ${after(0)}::timestamptz - n * interval '51 hours' as at from generate_series(1, 400) n) v`
  await using db = await recognition.openDatabase()
  const [counted] = await sql<{ visits: number; late: number }[]>`
    select count(*)::integer as visits, count(*) filter (where late)::integer as late from recognition.visits
    where merged_into is null and first_read_at >= ${range.from} and first_read_at < ${range.to}`
  for (const compact of [async () => undefined, () => compactVisitFigures(db)]) {
    await compact()
    for (const by of ['day', 'week', 'month', 'store'] as const) {
      const { rows, total } = await figures({ ...range, by })
      expect({ by, visits: total.visits, late: total.late }).toEqual({ by, ...counted })
      for (const name of ['visits', 'newPlates', 'guests'] as const)
        expect(rows.reduce((sum, row) => sum + row.figures[name], 0)).toBe(total[name])
    }
    await expectFiguresToBeExact(sql)
  }
  const [months] = await sql<
    { found: number }[]
  >`select count(*)::integer as found from recognition.visit_figures where length = 'month'`
  expect(months?.found).toBeGreaterThan(20)
})

test('the present day is partial, and its total is compared up to the same time', async () => {
  const today = day(7)
  const { rows, asOf } = await figures({ from: today, to: today, compareWith: 'sameWeekdays' })
  expect(rows).toMatchObject([{ key: today, partial: true, compared: expect.anything() }])
  expect(Math.abs(Date.parse(asOf) - Date.now())).toBeLessThan(60_000)
})

test('as a CSV file', async () => {
  const { lines } = await admin.call(exportVisitFigures, { from: day(0), to: day(0), storeId: recognition.storeId })
  expect(lines.split('\r\n')).toEqual([
    '날짜,ID,비고,방문,회원,비회원,첫 방문,재방문,늦은 도착,번호 수정,상품 사용,출차 확인,평균 머문 시간(분)',
    `${day(0)},,,3,1,2,1,2,3,0,0,0,`,
    '합계,,,3,1,2,1,2,3,0,0,0,',
    '',
  ])
})

test('figures of too long a range, of an unknown store, group or time zone are rejected', async () => {
  const range = { from: day(0), to: day(1) }
  await expect(figures({ from: '1900-01-01', to: '2100-01-01' })).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    details: [{ path: 'to' }],
  })
  await expect(figures({ ...range, storeId: randomUUID() })).rejects.toMatchObject({ code: 'STORE_NOT_FOUND' })
  for (const more of [{ by: 'year' }, { timeZone: 'UTC' }])
    await expect(figures({ ...range, ...(more as object) })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
})
