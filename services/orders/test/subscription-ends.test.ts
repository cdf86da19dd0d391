import { randomUUID } from 'node:crypto'
import { waitFor } from '@kingcar/testing'
import { expect, test } from 'vitest'
import { rowInserter } from './insert-rows.ts'
import type { TestMember } from './orders-service.ts'
import { goodCard, op, providerBeforeAll } from './orders-with-provider.ts'

const day = 24 * 3_600_000
const price = 50_000
const plan = { type: 'subscribe', price, billingMonths: 1, useLimit: 4 } as const
const money = providerBeforeAll()

/** What a test does to the subscription of a product that no other test has. */
type Subject = { member: TestMember; productId: string; id: string }

/** A subscription that was bought, and renews in ten days. */
async function subscribed(over: Record<string, unknown> = {}): Promise<Subject> {
  const { orders } = money
  const [member, { id: productId }] = [await orders.addMember(), await orders.addProduct(plan)]
  const now = orders.clock.now().getTime()
  const { id } = await rowInserter(orders.backend.sql).userProduct({
    ...{
      memberId: member.id,
      product_id: productId,
      type: 'subscribe',
      price,
      billing_months: 1,
      order_id: randomUUID(),
    },
    ...{ starts_at: new Date(now - 20 * day), created_at: new Date(now - 20 * day) },
    ...{ ends_at: new Date(now + 10 * day), next_billing_at: new Date(now + 10 * day), ...over },
  })
  return { member, productId, id }
}

/** The figures of the product in the 60 days until now. */
async function figures(productId: string) {
  const now = money.orders.clock.now().getTime()
  const [from, to] = [new Date(now - 60 * day).toISOString(), new Date(now).toISOString()]
  return (await money.orders.call(op.getSubscriptionFigures, { from, to, productId })).total
}
const one = { active: 1, started: 1, monthlyRevenue: price }
const ended = { active: 0, started: 1, monthlyRevenue: 0 }
const endedAs = (cause: string) => ({
  ...ended,
  ...{ endedByStop: 0, endedByDunning: 0, endedByLeave: 0, endedOtherwise: 0, [cause]: 1 },
})
const stateOf = async (id: string) =>
  (await money.orders.backend.sql<{ state: string }[]>`select state from orders.user_products where id = ${id}`)[0]
    ?.state
const waitForEnd = (id: string) => waitFor(async () => expect(await stateOf(id)).toMatch(/^(Complete|Cancel)$/))

// First, since the other tests move the service's clock, and not the database's.
test('one that an earlier version of the service ended counts as ended otherwise', async () => {
  const { productId, id } = await subscribed({ next_billing_at: null })
  await money.orders.backend.sql`update orders.user_products set state = 'Complete' where id = ${id}`
  expect(await figures(productId)).toEqual(endedAs('endedOtherwise'))
})

test('one that was stopped is active until its paid period ends, however late that is noticed', async () => {
  const { orders } = money
  const { member, productId, id } = await subscribed()
  await orders.call(op.stopRenewal, { id }, { actor: member.actor })
  expect(await figures(productId)).toMatchObject({ ...one, endedByStop: 0 })
  orders.clock.advance(13 * day)
  await waitForEnd(id)
  expect(await figures(productId)).toEqual(endedAs('endedByStop'))
  const now = orders.clock.now().getTime()
  const [from, to] = [new Date(now - 4 * day).toISOString(), new Date(now).toISOString()]
  const { rows } = await orders.call(op.getSubscriptionFigures, { from, to, productId })
  expect(rows.map(({ figures: { active, endedByStop } }) => [active, endedByStop])).toEqual([
    [1, 0],
    [0, 1],
    [0, 0],
    [0, 0],
    [0, 0],
  ])
})

test('one that was stopped while its renewal is due ends immediately', async () => {
  const due = { due_at: new Date(), state: 'Unavailable', dunning: money.orders.backend.sql.json({}) }
  const { productId, id } = await subscribed(due)
  await money.orders.call(op.stopUserProduct, { id, reason: '요청' })
  expect(await figures(productId)).toEqual(endedAs('endedByStop'))
})

test('one whose last retry is refused ended by dunning, and was active until then', async () => {
  const { orders } = money
  const { productId, id } = await subscribed()
  for (const days of [10, 1, 2]) {
    orders.clock.advance(days * day + 60_000)
    await waitFor(async () => expect(await stateOf(id)).toBe('Unavailable'))
    expect(await figures(productId)).toMatchObject(one)
    const failed = { 10: 1, 1: 2, 2: 3 }[days] ?? 0
    await waitFor(async () => {
      const [row] = await orders.backend.sql`select dunning from orders.user_products where id = ${id}`
      expect(row?.dunning).toMatchObject({ scheduledTries: failed })
    })
  }
  orders.clock.advance(2 * day + 60_000)
  await waitForEnd(id)
  expect(await figures(productId)).toEqual(endedAs('endedByDunning'))
})

test('one of a member who has left', async () => {
  const { orders } = money
  const { member, productId, id } = await subscribed()
  await orders.publishAndWait('member.left', { memberId: member.id, leftAt: orders.clock.now().toISOString() })
  expect(await figures(productId)).toMatchObject({ ...one, endedByLeave: 0 })
  orders.clock.advance(10 * day)
  await waitForEnd(id)
  expect(await figures(productId)).toEqual(endedAs('endedByLeave'))
})

test('one that was taken back, or refunded, ended otherwise', async () => {
  const { orders } = money
  const { productId, id } = await subscribed()
  await orders.call(op.cancelUserProduct, { id, reason: '실수' })
  expect(await figures(productId)).toEqual(endedAs('endedOtherwise'))
  const [member, bought] = [await orders.addMember(), await orders.addProduct(plan)]
  const [card, { id: orderId }] = [await money.card(member, goodCard), await money.order(member, bought.id)]
  await orders.call(op.payOrder, { orderId, cardId: card.id }, { actor: member.actor })
  expect(await figures(bought.id)).toMatchObject(one)
  await orders.call(op.refundMyOrder, { orderId }, { actor: member.actor })
  expect(await figures(bought.id)).toEqual(endedAs('endedOtherwise'))
})

test('one with an unpaid renewal is replaced by an order that was paid', async () => {
  const { orders } = money
  const free = await orders.addProduct({ ...plan, price: 0 })
  const member = await orders.addMember()
  const { id: orderId } = await money.order(member, free.id)
  const now = orders.clock.now().getTime()
  await rowInserter(orders.backend.sql).userProduct({
    ...{
      memberId: member.id,
      product_id: free.id,
      type: 'subscribe',
      price,
      billing_months: 1,
      order_id: randomUUID(),
    },
    ...{ starts_at: new Date(now - 40 * day), ends_at: new Date(now - day), next_billing_at: new Date(now + day) },
    ...{ state: 'Unavailable', due_at: new Date(now - day), dunning: orders.backend.sql.json({}) },
  })
  await orders.call(op.payOrder, { orderId }, { actor: member.actor })
  expect(await figures(free.id)).toMatchObject({ active: 1, started: 2, endedOtherwise: 1, monthlyRevenue: 0 })
})

test('one that was granted brings no revenue, ends with its period, and never began if it is taken back before', async () => {
  const { orders } = money
  const [member, { id: productId }] = [await orders.addMember(), await orders.addProduct(plan)]
  const grant = (startsAt: Date) =>
    orders.call(op.grantUserProduct, {
      ...{ memberId: member.id, productId, startsAt: startsAt.toISOString(), reason: '사과' },
    })
  const { id } = await grant(orders.clock.now())
  const future = await grant(new Date(orders.clock.now().getTime() + 2 * day))
  expect(await figures(productId)).toMatchObject({ active: 1, started: 1, monthlyRevenue: 0 })
  await orders.call(op.cancelUserProduct, { id: future.id, reason: '실수' })
  orders.clock.advance(32 * day)
  await waitForEnd(id)
  expect(await figures(productId)).toEqual(endedAs('endedOtherwise'))
})

test('one of a product whose deletion ends its subscriptions', async () => {
  const { orders } = money
  const { productId, id } = await subscribed()
  await orders.removeProduct(productId, true)
  await waitFor(async () => {
    const [row] = await orders.backend.sql`select next_billing_at from orders.user_products where id = ${id}`
    expect(row).toEqual({ next_billing_at: null })
  })
  orders.clock.advance(10 * day)
  await waitForEnd(id)
  expect(await figures(productId)).toEqual(endedAs('endedOtherwise'))
})
