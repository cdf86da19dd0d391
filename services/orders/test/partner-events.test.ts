import { waitFor } from '@kingcar/testing'
import { beforeAll, expect, test } from 'vitest'
import type { TestMember } from './orders-service.ts'
import { goodCard, op, providerBeforeAll } from './orders-with-provider.ts'
import { addUserProduct, usesOf, type Visits, visitOf, visitsOf } from './visit-fixtures.ts'

/* What events say for partners, who get webhooks: each payment, refund, renewal, failure, end, use and reversal once. */

const declined = '4000-0000-0000-0002'
const money = providerBeforeAll()
let visits: Visits
beforeAll(async () => {
  visits = await visitsOf(money.orders)
})

async function buy(member: TestMember, productId: string) {
  const card = await money.card(member, goodCard)
  const { id } = await money.order(member, productId)
  return money.orders.call(op.payOrder, { orderId: id, cardId: card.id }, { actor: member.actor })
}
/** What happened, in order, to the orders or products of a member. */
const happened = (name: string, member: TestMember) =>
  money.orders.events
    .filter((event) => event.name === name && event.payload.memberId === member.id)
    .flatMap(({ payload }) => (payload.happened as string[] | undefined) ?? [])
const moveTo = (at: string | null) =>
  money.orders.clock.advance(Math.max(0, Date.parse(at ?? '') + 1_000 - money.orders.clock.now().getTime()))
const productOf = async (member: TestMember) =>
  (await money.orders.call(op.listMyProducts, {}, { actor: member.actor })).content[0]

// First, since the others move the clock.
test('a use and its reversal are emitted with visit, product and store', async () => {
  const member = await money.orders.addMember()
  const product = await addUserProduct(money.orders, member.id)
  const visit = visitOf(member.id)
  await visits.recordAndWait(visit)
  await waitFor(async () => expect(await usesOf(money.orders, visit.id)).toMatchObject([{ product }]))
  const [row] = await money.orders.backend.sql<{ id: string }[]>`
    select id from orders.use_logs where visit_id = ${visit.id}`
  const useLogId = row?.id ?? ''
  await money.orders.call(op.reverseUseLog, { id: useLogId, reason: '실수' })
  const { id: visitId, storeId, carNumber } = visit
  const changed = { useLogId, visitId, storeId, carNumber, userProductId: product, memberId: member.id }
  const uses = () =>
    money.orders.events
      .filter(({ name }) => name === 'orders.usesChanged')
      .flatMap(({ payload }) => payload.uses as (typeof changed & { reversedAt: string | null })[])
      .filter(({ memberId }) => memberId === member.id)
  await waitFor(() =>
    expect(uses()).toMatchObject([
      { ...changed, reversedAt: null, remainingUses: expect.toSatisfy((left) => left === null || left >= 0) },
      { ...changed, reversedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/) },
    ]),
  )
})

test('an order is paid once, and refunded in parts', async () => {
  const member = await money.orders.addMember()
  const { id } = await buy(member, (await money.orders.addProduct({ price: 35_000 })).id)
  await money.orders.call(op.refundOrder, { orderId: id, reason: '일부', amount: 5_000 })
  await money.orders.call(op.refundOrder, { orderId: id, reason: '전부' })
  await waitFor(() => expect(happened('orders.orderChanged', member)).toEqual(['paid', 'refunded', 'refunded']))
  const moved = money.orders.events.filter(
    ({ payload }) => payload.memberId === member.id && payload.happened !== undefined,
  )
  const receiptUrl = expect.stringMatching(/^https?:/)
  expect(moved.map(({ payload }) => payload)).toMatchObject([
    { refundedNow: 0, receiptUrl },
    { refundedNow: 5_000, receiptUrl },
    { refundedNow: 30_000, receiptUrl },
  ])
})

test('a subscription is renewed, its payment fails, and it ends', async () => {
  const member = await money.orders.addMember()
  const plan = { type: 'subscribe', name: '월 4회', price: 50_000, billingMonths: 1, useLimit: 4 } as const
  await buy(member, (await money.orders.addProduct(plan)).id)
  const states = () => happened('orders.userProductChanged', member)
  moveTo((await productOf(member))?.endsAt ?? null)
  await waitFor(() => expect(states()).toEqual(['renewed']))
  const bad = await money.card(member, declined)
  await money.orders.call(op.updateCard, { id: bad.id, main: true }, { actor: member.actor })
  moveTo((await productOf(member))?.endsAt ?? null)
  await waitFor(() => expect(states()).toEqual(['renewed', 'paymentFailed']))
  const product = await productOf(member)
  await money.orders.call(op.stopRenewal, { id: product?.id ?? '' }, { actor: member.actor })
  await waitFor(() => expect(states()).toEqual(['renewed', 'paymentFailed', 'ended']))
})

test('a subscription that is stopped ends with its period', async () => {
  const member = await money.orders.addMember()
  const plan = { type: 'subscribe', name: '월 2회', price: 30_000, billingMonths: 1, useLimit: 2 } as const
  await buy(member, (await money.orders.addProduct(plan)).id)
  const product = await productOf(member)
  await money.orders.call(op.stopRenewal, { id: product?.id ?? '' }, { actor: member.actor })
  moveTo(product?.endsAt ?? null)
  await waitFor(() => expect(happened('orders.userProductChanged', member)).toEqual(['ended']))
})

test('the end of a period is announced a week before, once, and again when the renewal is stopped or resumed', async () => {
  const member = await money.orders.addMember()
  const plan = { type: 'subscribe', name: '월 3회', price: 40_000, billingMonths: 1, useLimit: 3 } as const
  await buy(member, (await money.orders.addProduct(plan)).id)
  const { id = '', endsAt = null } = (await productOf(member)) ?? {}
  const announced = (of = member) =>
    money.orders.events
      .filter(({ name }) => name === 'orders.periodsEndSoon')
      .flatMap(
        ({ payload }) => payload.periods as { memberId: string; endsAt: string; renews: boolean; amount: number }[],
      )
      .filter(({ memberId }) => memberId === of.id)
  const weekBefore = new Date(Date.parse(endsAt ?? '') - 7 * 86_400_000)
  money.orders.clock.advance(weekBefore.getTime() - money.orders.clock.now().getTime() - 60_000)
  // A product that ends a little earlier shows that the job has run at this time.
  const other = await money.orders.addMember()
  await addUserProduct(money.orders, other.id, { endsAt: new Date(Date.parse(endsAt ?? '') - 120_000) })
  await waitFor(() => expect(announced(other)).toHaveLength(1))
  expect(announced()).toEqual([])
  money.orders.clock.advance(61_000)
  await waitFor(() => expect(announced()).toMatchObject([{ renews: true, endsAt, amount: 40_000 }]))
  await money.orders.call(op.stopRenewal, { id }, { actor: member.actor })
  await waitFor(() => expect(announced().map(({ renews }) => renews)).toEqual([true, false]))
  await money.orders.call(op.resumeRenewal, { id }, { actor: member.actor })
  await waitFor(() => expect(announced().map(({ renews }) => renews)).toEqual([true, false, true]))
})
