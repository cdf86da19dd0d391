import { randomInt, randomUUID } from 'node:crypto'
import type { Database, Tx } from '@kingcar/db'
import { sql as query } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Ctx } from '../src/context.ts'
import type { JudgedRead } from '../src/read/read.ts'
import type { RevisedVisit } from '../src/visit/describe.ts'
import { recordReads } from '../src/visit/record-reads.ts'
import { compactVisitTotals } from '../src/visit/total-count.ts'
import { type Recognition, startTestRecognition } from './recognition.ts'

const minute = 60_000
const window = 3 * minute
let recognition: Recognition
let db: Database
beforeEach(async () => {
  recognition = await startTestRecognition()
  db = await recognition.openDatabase()
})
afterEach(async () => {
  await db[Symbol.asyncDispose]()
  await recognition[Symbol.asyncDispose]()
})

function readAt(recognizedAt: number, carNumber: string, storeId = recognition.storeId): JudgedRead {
  const [readId, deviceId] = [randomUUID(), recognition.deviceId]
  const shown = { raw: carNumber, confidence: 0.9, direction: null, candidates: null, imageId: null, boundingBox: null }
  const [trackId, contentHash] = [null, readId.replaceAll('-', '')]
  const read = {
    ...shown,
    trackId,
    storeId,
    deviceId,
    readId,
    carNumber,
    recognizedAt,
    receivedAt: Date.now(),
    contentHash,
  }
  return { read, rejected: null }
}

/** Records reads, and calls `look` before the commit. */
async function record<T>(reads: readonly JudgedRead[], look: (tx: Tx, visits: readonly RevisedVisit[]) => Promise<T>) {
  let seen: T | undefined
  const transaction: Database['transaction'] = (work, options) =>
    db.transaction(async (tx) => {
      const result = await work(tx)
      seen = await look(tx, (result as { visits: RevisedVisit[] }).visits)
      return result
    }, options)
  await recordReads({ db: { ...db, transaction } } as Ctx, reads, { revisitMs: window, lookalikeMs: 10_000 })
  return seen as T
}

/** Visits whose count differs from a naive count, among all that the transaction wrote. */
async function countedNaively(tx: Tx, visits: readonly RevisedVisit[]) {
  const rows = await tx.execute<{ id: string; visitCount: number; changed: boolean }>(query`
    select v.id, (
      select count(*)::integer from visits l
      where l.car_number = v.car_number and l.merged_into is null and (l.first_read_at, l.id) <= (v.first_read_at, v.id)
    ) as "visitCount", v.xmin::text = pg_current_xact_id()::xid::text as changed
    from visits v`)
  const described = new Map(visits.map(({ visit }) => [visit.id, visit.visitCount]))
  return rows.flatMap((row) => {
    const visitCount = described.get(row.id)
    return visitCount === row.visitCount || (visitCount === undefined && !row.changed) ? [] : [{ ...row, visitCount }]
  })
}

test('each visit has the right count, for any other visits that its batch begins, extends and merges', async () => {
  const stores = [recognition.storeId, randomUUID(), randomUUID()]
  const plates = ['61가1001', '61가1002', '61가1003']
  const pick = <T>(items: readonly T[]) => items[randomInt(items.length)] as T
  const now = Date.now()
  const sent: JudgedRead[] = []
  const wrong = []
  for (let batch = 0; batch < 60; batch++) {
    const size = 1 + randomInt(randomInt(4) === 0 ? 60 : 6)
    const fresh = Array.from({ length: size }, () => readAt(now - randomInt(400) * minute, pick(plates), pick(stores)))
    const again = sent.length > 0 ? Array.from({ length: randomInt(4) }, () => pick(sent)) : []
    sent.push(...fresh)
    const reads = [...new Set([...fresh, ...again])]
    wrong.push(...(await record(reads, countedNaively)))
  }
  expect(wrong).toEqual([])
  const { sql } = recognition.backend
  expect((await sql`select from recognition.visits where merged_into is not null`).length).toBeGreaterThan(0)

  const [counted] = await sql`select count(*)::integer as visits from recognition.visits where merged_into is null`
  const total = () =>
    sql`select sum(visits)::integer as visits, count(*)::integer as rows from recognition.visit_totals`
  expect((await total())[0]).toMatchObject({ ...counted, rows: expect.toSatisfy((rows) => rows > 1) })
  await Promise.all([compactVisitTotals(db), compactVisitTotals(db)])
  await compactVisitTotals(db)
  expect((await total())[0]).toEqual({ ...counted, rows: 1 })
})

test('late reads of a plate read each of its later visits once, not once per read', async () => {
  const { sql } = recognition.backend
  const [plate, later, reads] = ['62가2000', 3_000, 100]
  await sql`
    insert into recognition.visits (store_id, car_number, device_id, first_read_at, last_read_at, received_at, reads, late)
    select ${recognition.storeId}, p.plate, ${recognition.deviceId}, at, at, at, 1, false
    from generate_series(1, ${later}) n cross join lateral (select now() - n * interval '5 minutes' as at) a
    cross join lateral (values (${plate}), ('63나' || n), ('64다' || n), ('65라' || n)) p (plate)`
  await sql`insert into recognition.plates (car_number, visits) values (${plate}, ${later})`
  await sql`analyze recognition.visits` // like autovacuum within a minute
  const before = Date.now() - 300 * 86_400_000
  const lateReads = Array.from({ length: reads }, (_, at) => readAt(before + at * 10 * minute, plate))
  const looked = async (tx: Tx, visits: readonly RevisedVisit[]) => {
    const [row] = await tx.execute<{ fetched: number }>(query`
      select idx_tup_fetch::integer as fetched from pg_stat_xact_user_tables where relid = 'visits'::regclass`)
    return { fetched: row?.fetched ?? 0, counts: visits.map(({ visit }) => visit.visitCount) }
  }
  const first = await record(lateReads, looked)
  expect(first.counts).toEqual(lateReads.map((_, at) => at + 1))
  const again = await record(lateReads, looked)
  expect(again.counts).toEqual(first.counts)
  expect(first.fetched + again.fetched).toBeGreaterThan(later)
  expect(first.fetched + again.fetched).toBeLessThan(4 * (later + reads))
})
