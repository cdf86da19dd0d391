import { randomUUID } from 'node:crypto'
import { openDatabase } from '@kingcar/db'
import { testProcess } from '@kingcar/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activateAndExpire } from '../src/user-product/activate-and-expire.ts'
import { type Orders, startTestOrders } from './orders-service.ts'
import { addUserProduct } from './visit-fixtures.ts'

/** The service is stopped, so only the calls below change products. */
let orders: Orders
beforeAll(async () => {
  orders = await startTestOrders()
  await orders.stop()
})
afterAll(() => orders[Symbol.asyncDispose]())

const at = new Date('2026-03-31T15:00:00Z')
const past = new Date(at.getTime() - 86_400_000)
const future = new Date(at.getTime() + 1)

/** The member ids of emitted changes. */
const told: unknown[] = []

async function turn(processes = 1, most?: number): Promise<void> {
  const publish = async (messages: readonly { payload: unknown }[]) => {
    for (const { payload } of messages) told.push((payload as { memberId: string }).memberId)
  }
  const options = { schema: 'orders', name: 'test', log: testProcess().log, publish }
  await using db = await openDatabase({ url: orders.options.DATABASE_URL, ...options })
  await Promise.all(Array.from({ length: processes }, () => activateAndExpire({ db, now: () => at }, most)))
}

const all = (memberId: string) => orders.backend.sql<{ state: string; version: number }[]>`
  select state, version from orders.user_products where member_id = ${memberId} order by starts_at, ends_at`

test('a product becomes available at its start and complete at its end, and not before', async () => {
  const member = randomUUID()
  await addUserProduct(orders, member, { state: 'Unavailable', startsAt: past, endsAt: at }) // starts and ends in one run
  await addUserProduct(orders, member, { state: 'Unavailable', startsAt: at, endsAt: null })
  await addUserProduct(orders, member, { state: 'Unavailable', startsAt: future, endsAt: null })
  await turn()
  expect(await all(member)).toEqual([
    { state: 'Complete', version: 3 },
    { state: 'Available', version: 2 },
    { state: 'Unavailable', version: 1 },
  ])
  const ending = randomUUID()
  await addUserProduct(orders, ending, { startsAt: past, endsAt: at })
  await addUserProduct(orders, ending, { startsAt: past, endsAt: future })
  await turn()
  expect((await all(ending)).map(({ state }) => state)).toEqual(['Complete', 'Available'])
})

test('a product that renews, awaits payment or is over stays as it is', async () => {
  const member = randomUUID()
  const { sql } = orders.backend
  const renewing = await addUserProduct(orders, member, { startsAt: past, endsAt: at })
  await sql`update orders.user_products set next_billing_at = ${at} where id = ${renewing}`
  const unpaid = await addUserProduct(orders, member, { state: 'Unavailable', startsAt: past, endsAt: at })
  await sql`update orders.user_products set due_at = ${at} where id = ${unpaid}`
  await addUserProduct(orders, member, { state: 'Cancel', startsAt: past, endsAt: at })
  await turn()
  expect(new Set((await all(member)).map(({ version }) => version))).toEqual(new Set([1]))
})

test('many products, activated by several processes, are activated once each', async () => {
  const member = randomUUID()
  for (let count = 0; count < 20; count++)
    await addUserProduct(orders, member, { state: 'Unavailable', startsAt: at, endsAt: null })
  await turn(4, 3)
  await turn(1, 3) // the rows that one process locked were skipped by the others
  expect(await all(member)).toEqual(Array(20).fill({ state: 'Available', version: 2 }))
  expect(told.filter((memberId) => memberId === member)).toHaveLength(20)
})

test('a locked product is skipped until the next run', async () => {
  const member = randomUUID()
  const [held] = await Promise.all(
    [0, 1].map(() => addUserProduct(orders, member, { state: 'Unavailable', startsAt: at, endsAt: null })),
  )
  await orders.backend.sql.begin(async (tx) => {
    await tx`select from orders.user_products where id = ${held ?? ''} for update`
    await turn()
    expect((await all(member)).map(({ version }) => version).sort()).toEqual([1, 2])
  })
  await turn()
  expect((await all(member)).map(({ version }) => version)).toEqual([2, 2])
})
