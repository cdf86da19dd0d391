import { randomUUID } from 'node:crypto'
import { waitFor } from '@kingcar/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { admin, codeOf, type TestMember } from './orders-service.ts'
import { op, providerBeforeAll } from './orders-with-provider.ts'

const hour = 3_600_000
const price = 30_000
const money = providerBeforeAll({}, { notices: false })
let member: TestMember
let wash: string

beforeAll(async () => {
  member = await money.orders.addMember({ name: '나돌려' })
  wash = (await money.orders.addProduct({ price })).id
})

const passed = (milliseconds: number) => money.orders.clock.advance(milliseconds)
const payment = (impUid: string) => money.provider.ledger().payments.find(({ imp_uid }) => imp_uid === impUid)
const causes = async (id: string) => (await money.ledger(id)).map(({ cause }) => cause)
const listOf = (state: 'open' | 'settled') => money.orders.call(op.listOwedReturns, { state, size: 100 })
const owedOf = async (orderId: string, state: 'open' | 'settled' = 'open') =>
  (await listOf(state)).content.find((each) => each.orderId === orderId)
const waitForOwed = (orderId: string, fields: object, state?: 'open' | 'settled') =>
  waitFor(async () => {
    const owed = await owedOf(orderId, state)
    expect(owed).toMatchObject(fields)
    return owed as NonNullable<typeof owed>
  })
const settle = (id: string, reason = '계좌로 돌려드렸어요.') => money.orders.call(op.settleOwedReturn, { id, reason })
const refusals = () => money.provider.ledger().calls['POST /payments/cancel'] ?? 0

/** An order that was paid twice in the window; the provider refuses to return the second payment. */
async function paidTwice({ times = null }: { times?: number | null } = {}) {
  const order = await money.order(member, wash)
  const pay = () => money.provider.pay({ merchant_uid: order.merchantUid, amount: price, force: true })
  const first = pay()
  await money.orders.call(op.payOrder, { orderId: order.id, impUid: first.imp_uid }, { actor: member.actor })
  money.provider.misbehave({ path: '/payments/cancel', calls: times, answer: 'refusal', work: false })
  const second = pay()
  passed(250_000)
  const owed = await waitForOwed(order.id, { lastReason: 'refused', refusals: 1 })
  return { ...order, first: first.imp_uid, second: second.imp_uid, owed }
}

describe('money that an order cannot keep', () => {
  test('is tried again an hour after a refusal, and leaves the list when it is returned', async () => {
    const order = await paidTwice({ times: 1 })
    expect(order.owed).toMatchObject({
      ...{ merchantUid: order.merchantUid, productName: '프리미엄 손세차', memberId: member.id, memberName: '나돌려' },
      ...{ paymentUid: order.second, amount: price, cause: 'paidTwice', settledAt: null },
    })
    const shown = () => money.orders.call(op.getOrder, { orderId: order.id })
    expect((await shown()).owedReturns).toEqual([order.owed])
    const { since, nextTryAt } = order.owed
    expect(Date.parse(nextTryAt ?? '') - Date.parse(since)).toBe(hour)
    passed(2_100_000)
    expect(payment(order.second)).toMatchObject({ status: 'paid' })
    passed(3_600_000)
    await waitFor(() => expect(payment(order.second)).toMatchObject({ status: 'cancelled', cancel_amount: price }))
    await waitForOwed(order.id, { settledHow: 'returned', settledBy: null, refusals: 1, nextTryAt: null }, 'settled')
    expect(await owedOf(order.id)).toBeUndefined()
    expect((await shown()).owedReturns).toEqual([])
    expect(payment(order.first)).toMatchObject({ status: 'paid' })
    expect((await causes(order.id)).slice(-3)).toEqual(['return.paidTwice', 'cancelRefused', 'returned.paidTwice'])
  })

  test('is tried hourly for a day and daily after that, and the timeline has each reason once', async () => {
    const order = await paidTwice()
    for (let tries = 2; tries <= 4; tries++) {
      passed(hour)
      await waitForOwed(order.id, { refusals: tries })
    }
    passed(24 * hour)
    const { nextTryAt } = await waitForOwed(order.id, { refusals: 5 })
    const until = Date.parse(nextTryAt ?? '') - money.orders.clock.now().getTime()
    expect([until > 23 * hour, until <= 24 * hour]).toEqual([true, true])
    expect((await causes(order.id)).filter((cause) => cause.includes('eturn') || cause === 'cancelRefused')).toEqual([
      'return.paidTwice',
      'cancelRefused',
    ])
    money.provider.behave()
    passed(24 * hour)
    await waitForOwed(order.id, { settledHow: 'returned' }, 'settled')
  })

  test('has the unreachable provider as its reason', async () => {
    const order = await money.order(member, wash)
    await money.orders.call(op.cancelOrder, { orderId: order.id }, { actor: member.actor })
    money.provider.misbehave({ path: '/payments/cancel', calls: null, answer: 'drop', work: false })
    money.provider.pay({ merchant_uid: order.merchantUid, amount: price })
    passed(5 * 60_000)
    const { id } = await waitForOwed(order.id, { lastReason: 'unreachable', cause: 'paidAfterClosed' })
    expect(await codeOf(settle(id))).toBe('CONFLICT') // it may be returned any moment
    money.provider.behave()
    await waitForOwed(order.id, { settledHow: 'returned' }, 'settled')
  })

  test("that is returned in the provider's console is noticed without a webhook", async () => {
    const order = await paidTwice()
    money.provider.cancel({ imp_uid: order.second })
    passed(3 * 60_000)
    await waitForOwed(order.id, { settledHow: 'atProvider', amount: price }, 'settled')
    expect((await causes(order.id)).at(-1)).toBe('returnedAtProvider')
    expect(await money.stored(order.id)).toMatchObject({ state: 'Completed', refundedAmount: 0 })
  })

  test('paid by virtual account waits for an account, and no refund is requested before', async () => {
    const order = await money.order(member, wash)
    const { imp_uid: impUid } = money.provider.pay({
      ...{ merchant_uid: order.merchantUid, amount: price, pay_method: 'vbank' },
    })
    money.provider.misbehave({ path: '/vbanks/*', method: 'DELETE', calls: null, work: false, answer: 'refusal' })
    await money.orders.call(op.cancelOrder, { orderId: order.id }, { actor: member.actor })
    const before = refusals()
    money.provider.deposit(impUid)
    passed(5 * 60_000)
    await waitForOwed(order.id, { lastReason: 'accountNeeded', nextTryAt: null, refusals: 0 })
    expect((await causes(order.id)).slice(-2)).toEqual(['return.paidAfterClosed', 'refundAccountNeeded'])
    passed(25 * hour)
    const minutes = async () => {
      const [row] = await money.orders.backend.sql<{ check_at: Date }[]>`
        select check_at from orders.orders where id = ${order.id}`
      return ((row?.check_at.getTime() ?? 0) - money.orders.clock.now().getTime()) / 60_000
    }
    await waitFor(async () => expect(await minutes()).toBeGreaterThan(60)) // looked at again, and once a day from now on
    expect(refusals()).toBe(before)
    money.provider.cancel({ imp_uid: impUid })
    passed(3 * 60_000)
    await waitForOwed(order.id, { settledHow: 'atProvider' }, 'settled')
  })
})

describe('an administrator', () => {
  test('records a return by hand, once, with a reason, and the money is not returned again', async () => {
    const order = await paidTwice()
    const stale = { staleSignIn: true } as const
    const input = { id: order.owed.id, reason: '현금으로 돌려드렸어요.' }
    await money.orders.setSetting('orders.freshSignInWon', price)
    await waitFor(async () =>
      expect(await codeOf(money.orders.call(op.settleOwedReturn, input, stale))).toBe('FRESH_SIGN_IN_REQUIRED'),
    )
    const settled = await settle(order.owed.id, '현금으로 돌려드렸어요.')
    expect(settled).toMatchObject({
      ...{ id: order.owed.id, settledHow: 'byHand', settledBy: admin.id, settleReason: '현금으로 돌려드렸어요.' },
      nextTryAt: null,
    })
    expect(await owedOf(order.id, 'settled')).toEqual(settled)
    expect(await codeOf(settle(order.owed.id))).toBe('OWED_RETURN_SETTLED')
    expect(await codeOf(settle(randomUUID()))).toBe('OWED_RETURN_NOT_FOUND')
    expect(await codeOf(settle(randomUUID(), ' \n '))).toBe('VALIDATION_FAILED')
    expect((await causes(order.id)).at(-1)).toBe('settledByHand')
    await waitFor(() => {
      const audits = money.orders.events.filter(({ name, payload }) => {
        return name === 'orders.audited' && payload.entityId === order.owed.id
      })
      expect(audits).toMatchObject([
        {
          payload: {
            ...{ action: 'settleOwedReturn', entity: 'owedReturn', actorId: admin.id },
            after: { reason: '현금으로 돌려드렸어요.', amount: price, cause: 'paidTwice', orderId: order.id },
          },
        },
      ])
    })
    money.provider.behave()
    const before = refusals()
    await money.notice({ imp_uid: order.second, merchant_uid: order.merchantUid, status: 'paid' })
    passed(25 * hour)
    await waitFor(async () => {
      const [row] = await money.orders.backend.sql<{ check_at: Date | null }[]>`
        select check_at from orders.orders where id = ${order.id}`
      expect(row?.check_at).toBeNull()
    })
    expect(refusals()).toBe(before)
    expect(payment(order.second)).toMatchObject({ status: 'paid' })
  })

  test('ends a paid order that only waited for the return of its renewal', async () => {
    const order = await money.order(member, wash)
    const { imp_uid: impUid } = money.provider.pay({ merchant_uid: order.merchantUid, amount: price })
    await money.orders.call(op.payOrder, { orderId: order.id, impUid }, { actor: member.actor })
    const { sql } = money.orders.backend
    const at = money.orders.clock.now()
    // as after a renewal whose product had ended when it was paid
    await sql`update orders.user_products set state = 'Complete' where order_id = ${order.id}`
    await sql`update orders.orders o set state = 'Paid', renews = p.id, renewal_due_at = ${at}, renewal_attempt = 1,
      check_at = ${at} from orders.user_products p where o.id = ${order.id} and p.order_id = o.id`
    money.provider.misbehave({ path: '/payments/cancel', calls: null, answer: 'refusal', work: false })
    const { id } = await waitForOwed(order.id, { cause: 'renewalOfEnded', lastReason: 'refused' })
    await settle(id)
    expect(await money.stored(order.id)).toMatchObject({ state: 'Refund', refundedAmount: price })
    expect((await money.ledger(order.id)).at(-1)).toMatchObject({ cause: 'settledByHand', refunded: price })
  })
})

test('the list is sorted and paged, and the metrics count it', async () => {
  for (const each of (await listOf('open')).content) await settle(each.id)
  const [one, other] = [await paidTwice(), await paidTwice()]
  const page = await money.orders.call(op.listOwedReturns, { size: 1, page: 1 })
  expect(page).toMatchObject({ totalElements: 2, content: [{ orderId: other.id }] })
  const newest = await money.orders.call(op.listOwedReturns, { sort: ['since,desc'] })
  expect(newest.content.map(({ orderId }) => orderId)).toEqual([other.id, one.id])
  const metrics = await money.orders.metrics()
  expect(metrics).toContain('kingcar_orders_owed_returns 2')
  expect(metrics).toContain(`kingcar_orders_owed_returns_won ${2 * price}`)
  const age = Number(/^kingcar_orders_oldest_owed_return_seconds (\S+)$/m.exec(metrics)?.[1])
  expect(age).toBeGreaterThanOrEqual(250)
})

describe('a payment that no lookup has found yet', () => {
  const lookups = { path: '/payments', method: 'GET', calls: null, answer: 'error' } as const
  const isReturned = (impUid: string) =>
    waitFor(() => expect(payment(impUid)).toMatchObject({ status: 'cancelled', cancel_amount: price }))
  const confirm = (orderId: string, impUid: string) =>
    codeOf(money.orders.call(op.payOrder, { orderId, impUid }, { actor: member.actor }))

  test('is found after a lookup of another payment, when the last reconciliation of a paid order is due', async () => {
    const order = await money.order(member, wash)
    const pay = () => money.provider.pay({ merchant_uid: order.merchantUid, amount: price, force: true }).imp_uid
    const first = pay()
    expect(await confirm(order.id, first)).toBe('none')
    const second = pay()
    money.provider.misbehave(lookups)
    passed(40 * 60_000)
    expect(await confirm(order.id, first)).toBe('none')
    money.provider.behave()
    passed(60_000)
    await isReturned(second)
  })

  test('is found after the return of another one, when a closed order is not watched any more', async () => {
    const order = await money.order(member, wash)
    const pay = (amount: number) => money.provider.pay({ merchant_uid: order.merchantUid, amount, force: true }).imp_uid
    money.provider.misbehave(lookups)
    money.provider.misbehave({ path: '/payments/cancel', calls: null, answer: 'drop', work: false })
    const wrong = pay(price - 1_000)
    expect(await confirm(order.id, wrong)).toBe('AMOUNT_MISMATCH')
    const second = pay(price)
    passed(25 * hour)
    money.provider.behave()
    money.provider.misbehave(lookups)
    await waitFor(async () => {
      await money.orders.backend.sql`update orders.intents set try_at = now() where state = 'open'`
      expect(payment(wrong)).toMatchObject({ status: 'cancelled' })
    })
    await waitForOwed(order.id, { settledHow: 'returned' }, 'settled')
    money.provider.behave()
    passed(60_000)
    await isReturned(second)
  })
})
