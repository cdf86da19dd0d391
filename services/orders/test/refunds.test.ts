import { randomUUID } from 'node:crypto'
import { waitFor } from '@kingcar/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf, type TestMember } from './orders-service.ts'
import { assertBooksAgree, newKey, op, providerBeforeAll, startOrdersWithProvider } from './orders-with-provider.ts'
import { decisionOf, usesOf, visitOf, visitsOf } from './visit-fixtures.ts'

const day = 24 * 3_600_000
const money = providerBeforeAll()
let member: TestMember
let cardId: string
let wash: string

beforeAll(async () => {
  member = await money.orders.addMember()
  cardId = (await money.card(member)).id
  wash = (await money.orders.addProduct({ price: 35_000 })).id
})

async function paidOrder() {
  const { id } = await money.order(member, wash)
  return money.orders.call(op.payOrder, { orderId: id, cardId }, { actor: member.actor })
}
const refund = (orderId: string, idempotencyKey?: string) =>
  money.orders.call(op.refundMyOrder, { orderId }, { actor: member.actor, ...(idempotencyKey && { idempotencyKey }) })
const refundAsAdmin = (orderId: string, amount?: number, idempotencyKey?: string) =>
  money.orders.call(
    op.refundOrder,
    { orderId, reason: '고객 요청', ...(amount !== undefined && { amount }) },
    idempotencyKey === undefined ? {} : { idempotencyKey },
  )
const paymentOf = (merchantUid: string) =>
  money.provider.ledger().payments.find((each) => each.merchant_uid === merchantUid)
const product = async (orderId: string) => {
  const [row] = await money.orders.backend.sql<{ id: string; state: string; refunding: boolean }[]>`
    select id, state, refunding from orders.user_products where order_id = ${orderId}`
  if (!row) throw new Error('no product')
  return row
}

describe('a member', () => {
  test('refunds an unused order in full, once, and its product is cancelled', async () => {
    const order = await paidOrder()
    const key = newKey()
    const codes = await Promise.all([codeOf(refund(order.id, key)), codeOf(refund(order.id)), codeOf(refund(order.id))])
    expect(codes.filter((code) => code === 'none')).toHaveLength(1)
    expect(await money.stored(order.id)).toMatchObject({ state: 'Refund', refundedAmount: 35_000 })
    expect(paymentOf(order.merchantUid)?.cancel_history).toHaveLength(1)
    expect(await product(order.id)).toMatchObject({ state: 'Cancel', refunding: false })
    expect((await money.ledger(order.id)).at(-1)).toMatchObject({ cause: 'refundedByMember', refunded: 35_000 })
  })

  test('cannot refund after the days of the setting, or after a use', async () => {
    const [old, used] = [await paidOrder(), await paidOrder()]
    const { id } = await product(used.id)
    const use = { user_product_id: id, member_id: member.id, product_name: '', store_id: randomUUID(), store_name: '' }
    const { sql } = money.orders.backend
    const at = money.orders.clock.now()
    await sql`insert into orders.use_logs ${sql({ id: randomUUID(), car_number: '', used_at: at, created_at: at, ...use })}`
    expect(await codeOf(refund(used.id))).toBe('ORDER_NOT_REFUNDABLE')
    await sql`update orders.use_logs set reversed_at = ${at} where user_product_id = ${id}`
    expect(await codeOf(refund(used.id))).toBe('none')
    money.orders.clock.advance(7 * day + 1_000)
    expect(await codeOf(refund(old.id))).toBe('ORDER_NOT_REFUNDABLE')
  })

  test("cannot refund an unpaid order or another member's", async () => {
    const open = await money.order(member, wash)
    expect(await codeOf(refund(open.id))).toBe('ORDER_STATE_INVALID')
    const stranger = await money.orders.addMember()
    const theirs = await money.order(stranger, wash)
    expect(await codeOf(refund(theirs.id))).toBe('ORDER_NOT_FOUND')
  })
})

describe('an administrator', () => {
  // ASVS 1.4.2
  test('refunds in parts, never more than was paid', async () => {
    const order = await paidOrder()
    expect(await refundAsAdmin(order.id, 5_000)).toMatchObject({ state: 'Completed', refundedAmount: 5_000 })
    expect(await product(order.id)).toMatchObject({ state: 'Available', refunding: false })
    expect(await codeOf(refundAsAdmin(order.id, 30_001))).toBe('AMOUNT_EXCEEDS_PAID')
    const whole = await refundAsAdmin(order.id)
    expect(whole).toMatchObject({ state: 'Refund', refundedAmount: 35_000 })
    expect(whole.timeline.map(({ cause, amount }) => [cause, amount])).toEqual([
      ['ordered', 35_000],
      ['paid', 35_000],
      ['granted', null],
      ['refundedByAdmin', 5_000],
      ['refundedByAdmin', 30_000],
    ])
    expect(await codeOf(refundAsAdmin(order.id))).toBe('ORDER_STATE_INVALID')
    const audits = () => money.orders.events.filter(({ name }) => name === 'orders.audited')
    await expect.poll(audits).toHaveLength(2)
  })

  test("refunds once with one key, also where the provider's response was lost", async () => {
    const order = await paidOrder()
    const key = newKey()
    money.provider.misbehave({ path: '/payments/cancel', answer: 'drop' })
    expect(await codeOf(refundAsAdmin(order.id, 1_000, key))).toBe('UNAVAILABLE')
    await waitFor(async () => expect(await money.stored(order.id)).toMatchObject({ refundedAmount: 1_000 }))
    expect(await refundAsAdmin(order.id, 1_000, key)).toMatchObject({ refundedAmount: 1_000 })
    expect((await money.ledger(order.id)).at(-1)).toMatchObject({ cause: 'refundedByAdmin' })
    expect(await codeOf(refundAsAdmin(order.id, 2_000, key))).toBe('IDEMPOTENCY_KEY_REUSED')
    expect(paymentOf(order.merchantUid)?.cancel_history).toHaveLength(1)
  })

  test('refunds again with the same key 24 hours later, and not before', async () => {
    const order = await paidOrder()
    const key = newKey()
    const again = () => refundAsAdmin(order.id, 1_000, key)
    const age = async (hours: number) => {
      const { sql } = money.orders.backend
      const by = sql`make_interval(hours => ${hours})`
      await sql`update orders.idempotency set created_at = created_at - ${by} where key = ${key}`
      await sql`update orders.intents set created_at = created_at - ${by} where order_id = ${order.id}`
    }
    expect(await again()).toMatchObject({ refundedAmount: 1_000 })
    await age(23)
    expect(await again()).toMatchObject({ refundedAmount: 1_000 })
    await age(1)
    expect(await again()).toMatchObject({ refundedAmount: 2_000 })
    expect(await again()).toMatchObject({ refundedAmount: 2_000 })
    expect(await codeOf(refundAsAdmin(order.id, 2_000, key))).toBe('IDEMPOTENCY_KEY_REUSED')
    await age(24)
    expect(await refundAsAdmin(order.id, 3_000, key)).toMatchObject({ refundedAmount: 5_000 })
    expect(paymentOf(order.merchantUid)?.cancel_history).toHaveLength(3)
  })

  test("gets the provider's reason for a refusal, and the product can be used again", async () => {
    const order = await paidOrder()
    money.provider.misbehave({ path: '/payments/cancel', work: false, answer: 'refusal' })
    expect(await codeOf(refundAsAdmin(order.id))).toBe('ORDER_NOT_REFUNDABLE')
    expect(await product(order.id)).toMatchObject({ state: 'Available', refunding: false })
    expect(await money.stored(order.id)).toMatchObject({ state: 'Completed', refundedAmount: 0 })
  })

  test('completes a refund that never reached the provider, once it responds again', async () => {
    const order = await paidOrder()
    money.provider.misbehave({ path: '/payments/cancel', work: false, answer: 'drop' })
    expect(await codeOf(refundAsAdmin(order.id))).toBe('UNAVAILABLE')
    await money.waitForState(order.id, 'Refund')
    expect(paymentOf(order.merchantUid)?.cancel_history).toHaveLength(1)
  })
})

// ASVS 7.5.3
test('a refund of the amount of the setting needs a fresh sign-in, in parts too; a repetition of one does not', async () => {
  const stale = { staleSignIn: true } as const
  const [order, fresh] = [await paidOrder(), await paidOrder()]
  const { orders } = money
  const part = (orderId: string, amount?: number, extras: object = stale) =>
    codeOf(orders.call(op.refundOrder, { orderId, reason: '고객 요청', ...(amount && { amount }) }, extras))
  await orders.setSetting('orders.freshSignInWon', 10_000)
  await waitFor(async () => expect(await part(order.id)).toBe('FRESH_SIGN_IN_REQUIRED'))
  expect(await part(order.id, 10_000)).toBe('FRESH_SIGN_IN_REQUIRED')
  expect(paymentOf(order.merchantUid)?.cancel_history).toHaveLength(0)
  expect(await part(order.id, 9_000)).toBe('none')
  expect(await part(order.id, 1_000)).toBe('FRESH_SIGN_IN_REQUIRED')
  const idempotencyKey = newKey()
  expect(await part(fresh.id, undefined, { idempotencyKey })).toBe('none')
  expect(await part(fresh.id, undefined, { ...stale, idempotencyKey })).toBe('none')
  await orders.setSetting('orders.freshSignInWon', 0)
  await waitFor(async () => expect(await part(order.id)).toBe('none'))
})

test('the setting decides the number of days', async () => {
  const [order, other] = [await paidOrder(), await paidOrder()]
  money.orders.clock.advance(10 * day)
  expect(await codeOf(refund(order.id))).toBe('ORDER_NOT_REFUNDABLE')
  await money.orders.setSetting('orders.refundDays', 30)
  await waitFor(async () => expect(await codeOf(refund(order.id))).toBe('none'))
  await money.orders.setSetting('orders.refundDays', 7)
  await waitFor(async () => expect(await codeOf(refund(other.id))).toBe('ORDER_NOT_REFUNDABLE'))
})

test('both ledgers agree in the end', async () => {
  await waitFor(() => assertBooksAgree(money))
})

test('a visit during a refund that the provider refuses uses the product after the refusal', async () => {
  await using own = await startOrdersWithProvider() // its clock is the real one, as of visits
  const { orders, provider } = own
  const visits = await visitsOf(orders)
  const { id: memberId, actor } = await orders.addMember()
  const { id: productId } = await orders.addProduct()
  const { id: orderId } = await orders.call(op.createOrder, { productId }, { actor })
  const { imp_uid: impUid } = provider.pay({ merchant_uid: `kc_${orderId.replaceAll('-', '')}`, amount: 35_000 })
  await orders.call(op.payOrder, { orderId, impUid }, { actor })
  const isRefunding = async () => {
    const [row] = await orders.backend.sql`select refunding from orders.user_products where order_id = ${orderId}`
    return row?.refunding
  }
  provider.misbehave({ path: '/payments/cancel', calls: null, answer: 'drop', work: false })
  expect(await codeOf(orders.call(op.refundMyOrder, { orderId }, { actor }))).toBe('UNAVAILABLE') // its outcome is unknown
  expect(await isRefunding()).toBe(true)
  const visit = visitOf(memberId)
  await visits.recordAndWait(visit)
  await waitFor(() => expect(decisionOf(orders, visit.id)).toMatchObject({ useDecision: 'noProduct' }))
  provider.behave()
  provider.misbehave({ path: '/payments/cancel', answer: 'refusal', work: false })
  await waitFor(async () => {
    await orders.backend.sql`update orders.intents set try_at = now() where state = 'open'`
    expect(await isRefunding()).toBe(false)
  })
  await waitFor(async () => expect(await usesOf(orders, visit.id)).toHaveLength(1))
})
