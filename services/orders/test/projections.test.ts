import { randomUUID } from 'node:crypto'
import type { Bus } from '@kingcar/bus'
import { type EventName, type EventOf, eventSubject } from '@kingcar/contract'
import { uuidv7 } from '@kingcar/db'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Orders, startTestOrders } from './orders-service.ts'

type Told = { id: string; service: 'member' | 'catalog'; subject: string; payload: unknown }

let orders: Orders
let buses: Record<Told['service'], Bus>
beforeAll(async () => {
  orders = await startTestOrders()
  buses = { member: await orders.backend.bus('member'), catalog: await orders.backend.bus('catalog') }
})
afterAll(() => orders[Symbol.asyncDispose]())

const fact = <N extends EventName>(name: N, payload: EventOf<N>, id = uuidv7()): Told => {
  const service = name.startsWith('member.') ? 'member' : 'catalog'
  return { id, service, subject: eventSubject(name), payload }
}

/** Delivers all events in this order, with repetitions, which the stream would drop by their ids. */
async function tellAll(told: readonly Told[]): Promise<void> {
  for (const { service, ...message } of told) await buses[service].publish([message])
  await expect.poll(() => orders.backend.backlog('orders-events'), { interval: 10 }).toBe(0)
}

/** The event at each position. */
const inPlaces = (told: readonly Told[], places: readonly number[]): Told[] =>
  told
    .map((each, at) => ({ each, place: places[at] ?? 0 }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ each }) => each)

const versions = [1, 2, 3, 4]
const began = Date.parse('2026-03-01T00:00:00.000Z')
const timeOf = (version: number) => new Date(began + version * 60_000)

test('of members, cars, products and stores the newest version is kept, in whatever order and however often events arrive', async () => {
  const history = fc.record({
    leaves: fc.boolean(),
    order: fc.shuffledSubarray([...versions, ...versions], { minLength: 3 }),
    removed: fc.boolean(),
    places: fc.array(fc.nat(), { minLength: 33, maxLength: 33 }),
  })
  await fc.assert(
    fc.asyncProperty(history, async ({ leaves, order, removed, places }) => {
      const [memberId, carId, productId, storeId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
      const about = (version: number): Told[] => {
        const name = `이름 ${version}`
        const sold = { type: 'onetime' as const, price: version, billingMonths: null, useLimit: 1, storeIds: [storeId] }
        const carNumber = `12가000${version % 3}`
        return [
          fact('member.changed', { memberId, name, email: null, phoneNumber: '+821012345678', version }),
          fact(
            'member.carChanged',
            { carId, memberId, carNumber, removed: removed && version === 4, version },
            uuidv7(timeOf(version).getTime()),
          ),
          fact('catalog.productChanged', {
            productId,
            name,
            ...sold,
            onSale: true,
            removed: removed && version === 4,
            version,
          }),
          fact('catalog.storeChanged', { storeId, name: removed && version === 4 ? null : name, version }),
        ]
      }
      const told = order.flatMap(about)
      if (leaves) told.push(fact('member.left', { memberId, leftAt: timeOf(9).toISOString() }))
      await tellAll(inPlaces(told, places))

      const newest = Math.max(...order)
      const { sql } = orders.backend
      const isGone = removed && newest === 4
      const name = `이름 ${newest}`
      expect(await sql`select name, phone_number, left_at from orders.members where id = ${memberId}`).toEqual([
        leaves
          ? { name: null, phone_number: null, left_at: timeOf(9) }
          : { name, phone_number: '+821012345678', left_at: null },
      ])
      expect(await sql`select car_number, since, removed from orders.cars where id = ${carId}`).toEqual(
        leaves ? [] : [{ car_number: `12가000${newest % 3}`, since: timeOf(newest), removed: isGone }],
      )
      expect(await sql`select name, price, removed from orders.products where id = ${productId}`).toEqual([
        { name, price: newest, removed: isGone },
      ])
      expect(await sql`select name from orders.stores where id = ${storeId}`).toEqual([{ name: isGone ? null : name }])
    }),
    { numRuns: 12 },
  )
})

test('late events of a former member restore no personal data', async () => {
  const { id: memberId, carId, carNumber } = await orders.addMember({ name: '홍길동' })
  await orders.publishAndWait('member.left', { memberId, leftAt: '2026-03-01T00:00:00.000Z' })
  await orders.publishAndWait('member.changed', {
    memberId,
    name: '홍길동',
    email: 'a@b.kr',
    phoneNumber: '+821012345678',
    version: 9,
  })
  await orders.publishAndWait('member.carChanged', { carId, memberId, carNumber, removed: false, version: 9 })
  const [row] = await orders.backend.sql<{ row: string }[]>`
    select (to_jsonb(m) - 'id')::text as row from orders.members m where id = ${memberId}`
  expect(row?.row).not.toMatch(/홍|kr|82/)
  expect(await orders.backend.sql`select from orders.cars where member_id = ${memberId}`).toHaveLength(0)
})
