import { contract, type DeviceWithSecret, seoulDate } from '@kingcar/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { compactVisitFigures } from '../src/visit/figures.ts'
import { administratorBeforeAll } from './administrator.ts'
import { expectFiguresToBeExact } from './figures.ts'
import { type Message, readOf, startBeforeAll } from './recognition.ts'

const {
  correctVisit,
  createDevice,
  exportVisitFigures,
  exportVisits,
  getVisit,
  getVisitFigures,
  listVisits,
  updateDevice,
} = contract.recognition
const recognition = startBeforeAll()
const admin = administratorBeforeAll(recognition)
let exit: DeviceWithSecret
/** Of one time for all reads, whose distances are lengths of stays. */
const began = Date.now()
const ago = (seconds: number) => new Date(began - seconds * 1_000).toISOString()
beforeAll(async () => {
  exit = await admin.call(createDevice, { storeId: recognition.storeId, name: '출구' })
  await admin.call(updateDevice, { id: exit.id, role: 'exit' })
})

const seen = (carNumber: string, seconds: number, fields: Message = {}) =>
  recognition.handle(readOf(carNumber, { recognizedAt: ago(seconds), ...fields }))
const leaves = async (carNumber: string, recognizedAt: string) => {
  await recognition.publish(readOf(carNumber, { recognizedAt }), `recognition.read.${exit.storeId}.${exit.id}`)
  await recognition.settled()
}
const current = (carNumber: string) => recognition.visits(carNumber).filter(({ mergedInto }) => mergedInto === null)
const detail = (id = '') => admin.call(getVisit, { id })

describe('a car that leaves', () => {
  test('ends its visit, in the visit, the list and the CSV, and begins none', async () => {
    await seen('41가1001', 300)
    const [visit] = current('41가1001')
    expect(await detail(visit?.id)).toMatchObject({ leftAt: null, dwellSeconds: null })
    const at = new Date(Date.parse(visit?.recognizedAt ?? '') + 125_000).toISOString()
    await leaves('41가1001', at)
    await leaves('41가1001', new Date(Date.parse(at) + 2_000).toISOString())
    await leaves('41가1002', at)
    const left = { leftAt: at, dwellSeconds: 125 }
    expect(await detail(visit?.id)).toMatchObject({ ...left, reads: 1 })
    const { content } = await admin.call(listVisits, { carNumber: '41가1001' })
    expect(content).toMatchObject([{ id: visit?.id, ...left }])
    expect((await admin.call(exportVisits, { carNumber: '41가1001', reason: '확인' })).lines).toContain(',125\r\n')
    expect(current('41가1002')).toEqual([])
  })

  test('and comes back within the window begins another visit, at which nothing has ended yet', async () => {
    await seen('41가1003', 300)
    await leaves('41가1003', ago(200))
    await seen('41가1003', 100)
    const [first, second] = current('41가1003')
    expect(second).toMatchObject({ reads: 1, visitCount: 2 })
    expect((await detail(first?.id)).dwellSeconds).toBe(100)
    expect(await detail(second?.id)).toMatchObject({ leftAt: null })
  })

  test('is known by the direction of a camera that sees both', async () => {
    await seen('41가1004', 300)
    await seen('41가1004', 200, { direction: 'out' })
    await seen('41가1004', 100, { direction: 'in' })
    expect(current('41가1004')).toMatchObject([{ visitCount: 1 }, { visitCount: 2 }])
    expect((await detail(current('41가1004')[0]?.id)).dwellSeconds).toBe(100)
  })

  test('whose departure arrives last splits the visit; in any order and twice it is the same', async () => {
    const at = ago(200)
    await seen('41가1005', 300)
    await seen('41가1005', 100)
    const [joined] = current('41가1005')
    expect(joined).toMatchObject({ reads: 2 })
    await leaves('41가1005', at)
    await leaves('41가1005', at)
    const both = current('41가1005')
    expect(both).toMatchObject([
      { id: joined?.id, reads: 1, visitCount: 1 },
      { reads: 1, visitCount: 2 },
    ])
    expect((await detail(joined?.id)).leftAt).toBe(at)
    await leaves('41가1006', at)
    await seen('41가1006', 100)
    await seen('41가1006', 300)
    expect(current('41가1006')).toMatchObject([{ reads: 1 }, { reads: 1 }])
  })

  test('is not a departure below the minimum confidence, or a day later', async () => {
    await seen('41가1007', 300)
    await seen('41가1007', 200, { direction: 'out', confidence: 0.5 })
    await seen('41가1007', 100)
    expect(current('41가1007')).toMatchObject([{ reads: 2 }])
    await seen('41가1008', 26 * 3_600)
    await leaves('41가1008', ago(3_600))
    expect(await detail(current('41가1008')[0]?.id)).toMatchObject({ leftAt: null })
  })
})

describe('a correction', () => {
  test('takes the departure along, where the exit misread the plate in the same way', async () => {
    await seen('42거1001', 300)
    await leaves('42거1001', ago(200))
    const [visit] = current('42거1001')
    await admin.call(correctVisit, { id: visit?.id ?? '', carNumber: '42가1001', reason: '오인식' })
    expect(await detail(visit?.id)).toMatchObject({ carNumber: '42가1001', dwellSeconds: 100 })
    await seen('42가1001', 100)
    await expect.poll(() => current('42가1001')).toMatchObject([{ id: visit?.id, reads: 1 }, { reads: 1 }])
  })

  test('splits a visit in which the car with the correct plate left', async () => {
    await seen('42거1002', 300)
    await seen('42거1002', 100)
    await leaves('42가1002', ago(200))
    const [visit] = current('42거1002')
    await admin.call(correctVisit, { id: visit?.id ?? '', carNumber: '42가1002', reason: '오인식' })
    await expect.poll(() => current('42가1002')).toMatchObject([{ id: visit?.id, reads: 1 }, { reads: 1 }])
  })
})

describe('figures of visits', () => {
  /** At 10:20 of a day long ago, in Seoul; `minutes` later. */
  const at = (day: string, minutes: number) =>
    new Date(Date.parse(`${day}T10:20:00+09:00`) + minutes * 60_000).toISOString()
  const days = {
    first: seoulDate(new Date(Date.now() - 40 * 86_400_000)),
    second: seoulDate(new Date(Date.now() - 39 * 86_400_000)),
  }
  const figures = async (day: string, by: 'hour' | 'day' | 'week' | 'month' | 'store' = 'day') => {
    const { total, rows } = await admin.call(getVisitFigures, { from: day, to: day, by })
    const { visits, stays, averageStayMinutes } = total
    return { visits, stays, averageStayMinutes, rows: rows.filter((row) => row.figures.stays > 0).length }
  }
  const reads = (carNumber: string, recognizedAt: string) => recognition.handle(readOf(carNumber, { recognizedAt }))

  test('count stays when departures arrive late, and change with corrections and merged visits', async () => {
    const { first: day } = days
    await reads('43가1001', at(day, 0))
    await reads('43가1002', at(day, 2))
    expect(await figures(day)).toEqual({ visits: 2, stays: 0, averageStayMinutes: null, rows: 0 })
    await leaves('43가1001', at(day, 30))
    expect(await figures(day)).toEqual({ visits: 2, stays: 1, averageStayMinutes: 30, rows: 1 })
    await leaves('43가1002', at(day, 43))
    expect(await figures(day)).toMatchObject({ stays: 2, averageStayMinutes: 35.5 })
    // a departure before it arrives last
    await leaves('43가1002', at(day, 33))
    expect(await figures(day)).toMatchObject({ stays: 2, averageStayMinutes: 30.5 })
    // a late read begins a visit between the other and its departure
    await reads('43가1001', at(day, 20))
    expect(await figures(day)).toMatchObject({ visits: 3, stays: 2, averageStayMinutes: 20.5 })
    // its correction takes the departure along to the other plate, whose earlier visit has none before it any more
    const late = current('43가1001').at(-1)
    await admin.call(correctVisit, { id: late?.id ?? '', carNumber: '43가1002', reason: '오인식' })
    expect(await figures(day)).toMatchObject({ visits: 3, stays: 1, averageStayMinutes: 10 })
    for (const by of ['hour', 'week', 'month', 'store'] as const) expect((await figures(day, by)).rows).toBe(1)
    await using db = await recognition.openDatabase()
    await compactVisitFigures(db)
    await expectFiguresToBeExact(recognition.backend.sql)
    for (const by of ['hour', 'day', 'week', 'month', 'store'] as const)
      expect(await figures(day, by)).toMatchObject({ stays: 1, averageStayMinutes: 10, rows: 1 })
    const { lines } = await admin.call(exportVisitFigures, { from: day, to: day })
    expect(lines).toMatch(/,1,10\r\n$/)
  })

  test('keep the stays of visits whose reads have expired, also when they are counted again', async () => {
    const { second: day } = days
    const { sql } = recognition.backend
    await reads('43가1005', at(day, 0))
    await leaves('43가1005', at(day, 12))
    const before = await figures(day)
    expect(before).toMatchObject({ stays: 1, averageStayMinutes: 12 })
    await sql`update recognition.visits set left_at = left_at + interval '1 minute' where car_number = '43가1005'`
    expect(await sql`select * from recognition.wrong_departure_figures('-infinity', 'infinity')`).toHaveLength(1)
    await sql`select recognition.recount_visits()`
    expect(await figures(day)).toEqual(before)
  })
})

describe('the stay of a visit whose reads have expired', () => {
  const long = 40 * 86_400
  const ids = new Map<string, string | undefined>()
  const stays = async (carNumber: string, from: number, to: number) => {
    await seen(carNumber, from)
    await leaves(carNumber, ago(to))
    ids.set(carNumber, current(carNumber).at(-1)?.id)
  }
  const correct = (from: string, carNumber: string) =>
    admin.call(correctVisit, { id: ids.get(from) ?? '', carNumber, reason: '오인식' })
  beforeAll(async () => {
    await stays('44거1001', long + 300, long + 200)
    await stays('44가1002', long + 300, long + 200)
    await stays('44가1003', long + 300, long + 290)
    await stays('44거1003', long + 250, long + 200)
    const { sql } = recognition.backend
    const months = await sql<{ name: string }[]>`
      select relname as name from pg_inherits join pg_class on oid = inhrelid
      where inhparent = 'recognition.reads'::regclass`
    // Compared here: PostgreSQL may evaluate a condition for other tables too, whose names are no months.
    const last = `reads_${ago(long).slice(0, 'YYYY-MM'.length).replace('-', '_')}`
    for (const { name } of months) if (name <= last) await sql`drop table recognition.${sql(name)}`
  })

  test('remains when the plate is corrected', async () => {
    await correct('44거1001', '44가1001')
    expect(await detail(ids.get('44거1001'))).toMatchObject({ carNumber: '44가1001', dwellSeconds: 100, readings: [] })
  })

  test('remains when the car comes and leaves again', async () => {
    const earlier = ids.get('44가1002')
    await stays('44가1002', 300, 250)
    expect((await detail(earlier)).dwellSeconds).toBe(100)
    expect((await detail(ids.get('44가1002'))).dwellSeconds).toBe(50)
  })

  test('is unknown when a correction adds a later visit to it', async () => {
    await correct('44거1003', '44가1003')
    await expect.poll(() => current('44가1003')).toMatchObject([{ id: ids.get('44가1003'), reads: 2 }])
    expect(await detail(ids.get('44가1003'))).toMatchObject({ leftAt: null })
  })
})
