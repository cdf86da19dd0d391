import { randomUUID } from 'node:crypto'
import type { RecordedVisit } from '@kingcar/contract'
import { waitFor } from '@kingcar/testing'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { beforeAll, expect, test } from 'vitest'
import { startTestOrders } from './orders-service.ts'
import { addUserProduct, later, productOf, usesOf, visitOf, visitsBeforeAll } from './visit-fixtures.ts'

const orders = startedBeforeAll(startTestOrders)
const visits = visitsBeforeAll(orders)
beforeAll(async () => {
  await orders.startAnother()
})

/** Registers a car an hour ago. */
async function addCar(memberId: string, carNumber: string): Promise<string> {
  const id = randomUUID()
  await orders.backend.sql`
    insert into orders.cars (id, member_id, car_number, since, removed, version)
    values (${id}, ${memberId}, ${carNumber}, ${new Date(Date.now() - 3_600_000)}, false, 1)`
  return id
}
const usesPerVisit = async (of: readonly RecordedVisit[]): Promise<number[]> =>
  (await Promise.all(of.map(({ id }) => usesOf(orders, id)))).map(({ length }) => length)
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000)
/** A visit that was recognised some seconds ago. */
const visitBefore = (seconds: number, memberId: string | null, fields: Partial<RecordedVisit> = {}) =>
  visitOf(memberId, { recognizedAt: secondsAgo(seconds).toISOString(), ...fields })

test('a pass that is bound to a car is used by that car alone', async () => {
  const member = randomUUID()
  const plates = ['12가3456', '34나5678', '56다7890']
  const [, second] = [await addCar(member, plates[0] ?? ''), await addCar(member, plates[1] ?? '')]
  const product = await addUserProduct(orders, member, { useLimit: null, carLimit: 1, carId: second })
  const all = plates.map((carNumber) => visitOf(member, { carNumber }))
  await visits.recordAndWait(...all, ...all)
  expect(await usesPerVisit(all)).toEqual([0, 1, 0])
  expect(await productOf(orders, product)).toMatchObject({ version: 2 })
})

test('a pass for one car without a choice is used by the first car, and by the right one after a misread is corrected', async () => {
  const member = randomUUID()
  await addUserProduct(orders, member, { useLimit: null, carLimit: 1 })
  const [misread, other] = [visitBefore(2, member, { carNumber: '12거3456' }), visitOf(member)]
  await visits.recordAndWait(misread)
  await visits.recordAndWait(other)
  expect(await usesPerVisit([misread, other])).toEqual([1, 0])
  await visits.recordAndWait(later(misread, { carNumber: '12가3456', corrected: true }))
  await visits.recordAndWait(later(other))
  expect((await usesOf(orders, misread.id)).map(({ carNumber }) => carNumber)).toEqual(['12거3456', '12가3456'])
  expect(await usesPerVisit([other])).toEqual([1])
})

test('two processes that decide visits of a member concurrently respect the daily limit', async () => {
  const member = randomUUID()
  const product = await addUserProduct(orders, member, { useLimit: null, usesPerDay: 2 })
  const all = Array.from({ length: 12 }, () => visitOf(member))
  await orders.backend.sql.begin(async (held) => {
    await held`select from orders.user_products where id = ${product} for update`
    for (const visit of [...all, ...all.toReversed()]) await visits.record(visit)
    await waitFor(async () => {
      const waiting = await held`
        select from pg_stat_activity
        where usename = 'orders' and datname = current_database() and wait_event_type = 'Lock'`
      if (waiting.length < 2) throw new Error('both processes wait for the lock')
    })
  })
  await visits.recordAndWait()
  expect((await usesPerVisit(all)).filter((uses) => uses > 0)).toEqual([1, 1])
})

test('a visit before the end of a product uses it, also if it arrives or is corrected after the end', async () => {
  const member = randomUUID()
  const ended = { state: 'Complete', endsAt: secondsAgo(3), useLimit: 2 } as const
  const product = await addUserProduct(orders, member, ended)
  const [last, after, misread] = [visitBefore(20, member), visitBefore(2, member), visitBefore(60, null)]
  await visits.recordAndWait(last, after, misread)
  await visits.recordAndWait(later(misread, { memberId: member, corrected: true }))
  expect(await usesPerVisit([last, after, misread])).toEqual([1, 0, 1])
  expect(await productOf(orders, product)).toMatchObject({ state: 'Complete', remaining: 0 })
})

test('a visit before the end of a product that was withdrawn uses nothing', async () => {
  const member = randomUUID()
  await addUserProduct(orders, member, { state: 'Cancel' })
  const visit = visitBefore(20, member)
  await visits.recordAndWait(visit)
  expect(await usesPerVisit([visit])).toEqual([0])
})

test('a visit of the period before the renewal uses what was left then, and nothing of the new period', async () => {
  const member = randomUUID()
  const day = 24 * 3_600_000
  const startsAt = new Date(Date.now() - 40 * day)
  const product = await addUserProduct(orders, member, {
    useLimit: 1,
    startsAt,
    endsAt: new Date(Date.now() + 20 * day),
  })
  const past = [38, 37].map((days) => visitBefore(days * 24 * 3_600, member))
  await visits.recordAndWait(...past)
  expect((await usesPerVisit(past)).toSorted((a, b) => a - b)).toEqual([0, 1])
  expect(await productOf(orders, product)).toMatchObject({ remaining: 1 })
})
