import { randomUUID } from 'node:crypto'
import { demoIdTime, demoRecognizerName, served } from '@kingcar/contract'
import { uuidv7Time } from '@kingcar/db'
import { demoHistory } from '@kingcar/service/demo'
import { expect, test } from 'vitest'
import { removeDemoVisits } from '../src/demo/queries.ts'
import { storeDemoVisits } from '../src/demo/store-visits.ts'
import { administratorOf } from './administrator.ts'
import { expectFiguresToBeExact } from './figures.ts'
import { startTestRecognition } from './recognition.ts'

const { getDemo, removeDemo } = served.recognition
const isDemo = (id: string) => uuidv7Time(id) === demoIdTime

test('the demo goes without a change of what a person made, also after an interruption and by several removals', async () => {
  const until = new Date()
  const { visits: history } = demoHistory(until)
  await using recognition = await startTestRecognition()
  await using db = await recognition.openDatabase()
  const { sql } = recognition.backend
  await storeDemoVisits(db, until)
  await using _service = await recognition.start()
  const admin = await administratorOf(recognition)

  // A person's visits: of plates that the demo knows too, and of a plate of its own; before and after the demo's.
  const pick = (at: number) => history[Math.floor(history.length * at)] as (typeof history)[number]
  const plates = [...[0.01, 0.3, 0.6, 0.99].map((at) => pick(at).carNumber), '12허3456']
  for (const [index, plate] of plates.entries())
    for (const days of [200, 45, 0.5]) {
      const at = new Date(until.getTime() - (days + index / 10) * 86_400_000)
      await sql`
        insert into recognition.plates as p (car_number, visits) values (${plate}, 1)
        on conflict (car_number) do update set visits = p.visits + 1`
      await sql`insert into recognition.visit_totals values (1)`
      await sql`
        insert into recognition.visits (store_id, car_number, device_id, first_read_at, last_read_at, received_at, reads, late)
        values (${pick(0.5).store.id}, ${plate}, ${randomUUID()}, ${at}, ${at}, ${at}, 1, ${days > 100})`
    }
  // Demo visits that stay: one that was corrected, one with a new read, one of a member who is not of the demo.
  const [corrected, read, joined, target] = [pick(0.2), pick(0.7), pick(0.8), pick(0.4)]
  await sql`update recognition.visits set corrected = true where id = ${corrected.id}`
  await sql`update recognition.visits set member_id = ${randomUUID()}, member_name = '김하늘' where id = ${joined.id}`
  await sql`
    insert into recognition.reads (
      device_id, read_id, recognized_at, received_at, store_id, car_number, raw, confidence
    ) values (
      ${randomUUID()}, ${randomUUID()}, ${new Date(read.firstReadAt)}, now(), ${read.store.id}, ${read.carNumber},
      ${read.carNumber}, 0.9
    )`
  // A person's visit that was merged into one of the demo.
  const time = new Date(target.firstReadAt)
  await sql`
    insert into recognition.visits (
      store_id, car_number, device_id, first_read_at, last_read_at, received_at, reads, late, merged_into
    ) values (${target.store.id}, ${target.carNumber}, ${randomUUID()}, ${time}, ${time}, ${time}, 1, false, ${target.id})`
  await sql`
    insert into recognition.devices (store_id, name) values
      (${pick(0.5).store.id}, '입구'), (${randomUUID()}, '출구')`
  await sql`insert into recognition.devices (store_id, name) values (${pick(0.5).store.id}, ${demoRecognizerName})`
  await expectFiguresToBeExact(sql)

  const kept = [corrected, read, joined, target].map(({ id }) => id)
  const counted = { kind: 'visits', removable: history.length - kept.length, kept: kept.length }
  expect(await admin.call(getDemo, {})).toEqual({
    items: [counted],
    inUse: { storeIds: [pick(0.5).store.id], productIds: [], memberIds: [] },
  })
  const persons = async () =>
    (await sql<{ id: string }[]>`select * from recognition.visits order by id`).filter(
      ({ id }) => !isDemo(id) || kept.includes(id),
    )
  const before = { visits: await persons(), reads: await sql`select * from recognition.reads` }

  // An interrupted removal: one batch is done, the next one is not.
  expect(await db.transaction((tx) => removeDemoVisits(tx, 700))).toBe(700)
  const interrupted = db.transaction(async (tx) => {
    await removeDemoVisits(tx, 700)
    throw new Error('killed')
  })
  await expect(interrupted).rejects.toThrow('killed')
  await expectFiguresToBeExact(sql)

  const removals = await Promise.all([1, 2].map(() => admin.call(removeDemo, {})))
  const removed = removals.flatMap(({ items }) => items).map(({ removable }) => removable)
  expect(removed.reduce((sum, each) => sum + each, 0)).toBe(counted.removable - 700)
  expect(await admin.call(removeDemo, {})).toEqual({ items: [{ ...counted, removable: 0 }] })

  expect({ visits: await persons(), reads: await sql`select * from recognition.reads` }).toEqual(before)
  const left = await sql<{ id: string }[]>`select id from recognition.visits`
  expect(new Set(left.map(({ id }) => id).filter(isDemo))).toEqual(new Set(kept))
  await expectFiguresToBeExact(sql)
  expect(
    await sql`
      select p.car_number, p.visits, count(v.id)::integer as counted from recognition.plates p
      left join recognition.visits v on v.car_number = p.car_number and v.merged_into is null
      group by 1, 2 having p.visits <> count(v.id)`,
  ).toEqual([])
  expect(await sql`select sum(visits)::integer as visits from recognition.visit_totals`).toEqual(
    await sql`select count(*)::integer as visits from recognition.visits where merged_into is null`,
  )
  const unknown = await sql`
    select from recognition.plates where visits = 0 and member_id is null`
  expect(unknown).toEqual([])
  expect(admin.audited('recognition')).toHaveLength(2) // both removals began with something to remove
})
