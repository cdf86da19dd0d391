import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { deadline, waitFor } from '@kingcar/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf, type TestMember } from './orders-service.ts'
import { assertBooksAgree, op, providerBeforeAll } from './orders-with-provider.ts'

const minutes = 60_000
const money = providerBeforeAll()
let member: TestMember
let wash: string

beforeAll(async () => {
  member = await money.orders.addMember()
  wash = (await money.orders.addProduct({ price: 35_000 })).id
})

const lookUps = () =>
  Object.entries(money.provider.ledger().calls)
    .filter(([call]) => call.startsWith('GET'))
    .reduce((sum, [, count]) => sum + count, 0)
const webhooksOf = (merchantUid: string) => money.orders.backend.sql<{ status: string; done_at: Date | null }[]>`
  select w.status, w.done_at from orders.webhooks w join orders.orders o on o.id = w.order_id
  where o.merchant_uid = ${merchantUid}`

describe('a webhook', () => {
  test('completes the order without a confirmation', async () => {
    const order = await money.order(member, wash)
    money.provider.pay({ merchant_uid: order.merchantUid, amount: 35_000 })
    await money.waitForState(order.id, 'Completed')
    expect(await webhooksOf(order.merchantUid)).toMatchObject([{ status: 'paid', done_at: expect.any(Date) }])
  })

  test('that arrives a thousand times during its confirmation causes one transition and few lookups', async () => {
    const order = await money.order(member, wash)
    money.provider.deliver({ lose: null })
    const { imp_uid } = money.provider.pay({ merchant_uid: order.merchantUid, amount: 35_000 })
    money.provider.deliver({ lose: 0 })
    const before = lookUps()
    const notice = { imp_uid, merchant_uid: order.merchantUid, status: 'paid' }
    const confirm = () =>
      codeOf(money.orders.call(op.payOrder, { orderId: order.id, impUid: imp_uid }, { actor: member.actor }))
    const copies = Array.from({ length: 1_000 }, () => patiently(() => money.notice(notice)))
    const [, first, second] = await Promise.all([Promise.all(copies), patiently(confirm), patiently(confirm)])
    expect([first, second]).toEqual(['none', 'none'])
    await waitFor(async () =>
      expect(await webhooksOf(order.merchantUid)).toMatchObject([{ done_at: expect.any(Date) }]),
    )
    expect((await money.ledger(order.id)).map(({ cause }) => cause)).toEqual(['ordered', 'paid', 'granted'])
    const [products] = await money.orders.backend.sql`
      select count(*)::int as count from orders.user_products where order_id = ${order.id}`
    expect(products?.count).toBe(1)
    expect(lookUps() - before).toBeLessThanOrEqual(100) // some for each second that the copies take
  })

  // ASVS 16.5.3
  test('that is forged changes nothing, and a thousand of them cost few look-ups', async () => {
    const order = await money.order(member, wash)
    const before = lookUps()
    const forged = Array.from({ length: 1_000 }, (_, at) => ({
      imp_uid: `imp_${at}`,
      merchant_uid: at % 2 ? order.merchantUid : `kc_${randomUUID()}`,
      status: 'paid',
    }))
    await Promise.all(forged.map((notice) => patiently(() => money.notice(notice))))
    await waitFor(async () => {
      const open = (await webhooksOf(order.merchantUid)).filter(({ done_at }) => done_at === null)
      expect(open).toEqual([])
    })
    const kept = (await webhooksOf(order.merchantUid)).length
    expect(kept).toBeLessThanOrEqual(110) // concurrent inserts do not count each other
    expect(kept).toBeGreaterThanOrEqual(100)
    expect(await money.stored(order.id)).toMatchObject({ state: 'Create', version: 1 })
    expect(lookUps() - before).toBeLessThanOrEqual(100)
  })

  test('of a full cancellation at the provider refunds the order and ends its product; a partial one leaves both', async () => {
    const order = await money.order(member, wash)
    const { imp_uid } = money.provider.pay({ merchant_uid: order.merchantUid, amount: 35_000 })
    await money.waitForState(order.id, 'Completed')
    money.provider.cancel({ imp_uid, amount: 5_000 })
    await waitFor(async () => expect(await money.stored(order.id)).toMatchObject({ refundedAmount: 5_000 }))
    expect(await money.stored(order.id)).toMatchObject({ state: 'Completed' })
    money.provider.cancel({ imp_uid })
    await money.waitForState(order.id, 'Refund')
    expect((await money.ledger(order.id)).map(({ refunded }) => refunded)).toEqual([0, 0, 0, 5_000, 30_000])
    const [product] = await money.orders.backend.sql`
      select state from orders.user_products where order_id = ${order.id}`
    expect(product?.state).toBe('Cancel')
  })

  test('is kept while the provider does not respond, and handled afterwards', async () => {
    const order = await money.order(member, wash)
    money.provider.down(true)
    const { imp_uid } = money.provider.pay({ merchant_uid: order.merchantUid, amount: 35_000 })
    await money.notice({ imp_uid, merchant_uid: order.merchantUid, status: 'paid' })
    expect(await money.stored(order.id)).toMatchObject({ state: 'Create' })
    money.provider.down(false)
    money.orders.clock.advance(minutes) // past the lease of a process that claimed it
    await money.waitForState(order.id, 'Completed')
  })
})

describe('without any webhook', () => {
  test('every payment is found within five minutes, and an unpaid order is cancelled after thirty', async () => {
    money.provider.deliver({ lose: null })
    const paid = await Promise.all(Array.from({ length: 5 }, () => money.order(member, wash)))
    const unpaid = await money.order(member, wash)
    money.orders.clock.advance(3 * minutes)
    await money.waitForState(unpaid.id, 'Create')
    for (const { merchantUid } of paid) money.provider.pay({ merchant_uid: merchantUid, amount: 35_000 })
    money.orders.clock.advance(5 * minutes)
    for (const { id } of paid) await money.waitForState(id, 'Completed')
    expect(await money.stored(unpaid.id)).toMatchObject({ state: 'Create' })
    money.orders.clock.advance(25 * minutes)
    await money.waitForState(unpaid.id, 'Cancel')
    money.provider.deliver({ lose: 0 })
  })

  test('a payment of a closed order is found and refunded', async () => {
    money.provider.deliver({ lose: null })
    const order = await money.order(member, wash)
    await money.orders.call(op.cancelOrder, { orderId: order.id }, { actor: member.actor })
    money.provider.pay({ merchant_uid: order.merchantUid, amount: 35_000 })
    money.orders.clock.advance(5 * minutes)
    await waitFor(() => {
      const found = money.provider.ledger().payments.find((each) => each.merchant_uid === order.merchantUid)
      expect(found).toMatchObject({ status: 'cancelled', cancel_amount: 35_000 })
    })
    expect(await money.stored(order.id)).toMatchObject({ state: 'Cancel' })
    money.provider.deliver({ lose: 0 })
  })

  test('a cancellation at the provider is found', async () => {
    const order = await money.order(member, wash)
    const { imp_uid } = money.provider.pay({ merchant_uid: order.merchantUid, amount: 35_000 })
    await money.waitForState(order.id, 'Completed')
    money.provider.deliver({ lose: null })
    money.provider.cancel({ imp_uid })
    money.orders.clock.advance(5 * minutes)
    await money.waitForState(order.id, 'Refund')
    money.provider.deliver({ lose: 0 })
  })
})

test('both ledgers agree in the end', async () => {
  await waitFor(() => assertBooksAgree(money))
})

/** Retries while the service is too busy to respond in time. */
async function patiently<T>(call: () => Promise<T>): Promise<T> {
  for (const until = Date.now() + deadline; ; await wait(50)) {
    try {
      const answer = await call()
      if (answer !== 'UNAVAILABLE' && answer !== 'CONFLICT') return answer
    } catch (error) {
      if (Date.now() > until) throw error
    }
  }
}
