import { randomUUID } from 'node:crypto'
import { AppError } from '@kingcar/contract'
import { waitFor } from '@kingcar/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf, type TestMember } from './orders-service.ts'
import {
  accounts,
  assertBooksAgree,
  type OrdersWithProvider,
  op,
  providerBeforeAll,
  signedBody,
} from './orders-with-provider.ts'

/* What API V2 has of its own, and both APIs at the same time; random-histories-v2.test.ts has the rest. */

const money = providerBeforeAll({}, { api: 'v2' })
const minutes = 60_000
let member: TestMember
let wash: string
beforeAll(async () => {
  member = await money.orders.addMember()
  wash = (await money.orders.addProduct({ price: 35_000 })).id
})

const sent = (type: string, paymentId: string | undefined, transactionId: string = randomUUID()) =>
  JSON.stringify({
    type,
    timestamp: new Date().toISOString(),
    data: { storeId: 'store-local', paymentId, transactionId },
  })
const receive = (body: string, signed = signedBody(body)) =>
  codeOf(money.orders.call(op.receiveSignedPaymentWebhook, JSON.parse(body), { actor: null, signed }))
const webhooksOf = (orderId: string) => money.orders.backend.sql`
  select status from orders.webhooks where order_id = ${orderId}`

describe('a signed webhook', () => {
  test('completes the order, and one of the provider with a wrong signature is refused and loses nothing', async () => {
    const order = await money.order(member, wash)
    money.provider.deliver({ lose: null })
    const { imp_uid } = money.provider.pay({ merchant_uid: order.merchantUid, amount: 35_000 })
    money.provider.deliver({ lose: 0 })
    const body = sent('Transaction.Paid', order.merchantUid, imp_uid)
    const other = signedBody(body, `whsec_${btoa('x'.repeat(24))}`)
    const old = signedBody(body, undefined, Date.now() - 6 * minutes)
    for (const signed of [other, old, { ...signedBody(body), body: `${body} ` }, { ...other, signature: '' }])
      expect(await receive(body, signed)).toBe('WEBHOOK_SIGNATURE_INVALID')
    expect(await webhooksOf(order.id)).toEqual([])
    expect(await money.stored(order.id)).toMatchObject({ state: 'Create' })
    money.orders.clock.advance(3 * minutes) // the reconciliation finds the payment without any webhook
    await money.waitForState(order.id, 'Completed')
    for (const _copy of [1, 2]) expect(await receive(body)).toBe('none')
    expect(await webhooksOf(order.id)).toMatchObject([{ status: 'Transaction.Paid' }])
    expect((await money.ledger(order.id)).map(({ cause }) => cause)).toEqual(['ordered', 'paid', 'granted'])
  })

  test('is checked for its signature before its contents', async () => {
    for (const body of ['{}', '{"type":5,"data":[]}', '{"type":"Transaction.Paid"}']) {
      expect(await receive(body, { ...signedBody(body), signature: 'v1,abc' })).toBe('WEBHOOK_SIGNATURE_INVALID')
      expect(await receive(body)).toBe('VALIDATION_FAILED')
    }
  })

  test('of another type, or of a payment that is not of an order, changes nothing', async () => {
    const key = JSON.stringify({
      type: 'BillingKey.Issued',
      data: { storeId: 'store-local', billingKey: 'billing-key-1' },
    })
    for (const body of [key, sent('Transaction.New', undefined), sent('Transaction.Paid', `kc_${randomUUID()}`)])
      expect(await receive(body)).toBe('none')
  })
})

test('the window gets the store and the channel of the method, and a method without a channel is refused', async () => {
  const create = (payMethod?: 'card' | 'kakaopay' | 'naverpay' | 'virtualAccount') =>
    money.orders.call(op.createOrder, { productId: wash, ...(payMethod && { payMethod }) }, { actor: member.actor })
  const windows = [
    [undefined, { channelKey: 'channel-key-card', payMethod: 'CARD' }],
    ['kakaopay', { channelKey: 'channel-key-kakao', payMethod: 'EASY_PAY' }],
    ['virtualAccount', { channelKey: 'channel-key-account', payMethod: 'VIRTUAL_ACCOUNT' }],
  ] as const
  for (const [payMethod, window] of windows) {
    const { payment, id } = await create(payMethod)
    expect(payment).toMatchObject({ api: 'v2', storeId: 'store-local', ...window })
    const again = await money.orders.call(op.getMyOrder, { orderId: id }, { actor: member.actor })
    expect(again.payment).toEqual(payment)
  }
  const refused = await create('naverpay').catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(AppError)
  expect(refused).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path: 'payMethod' }] })
})

describe('both APIs', () => {
  /** The service with the accounts of both APIs, where the current one is V1 or V2. */
  const both = providerBeforeAll({}, { api: 'v1' })
  let other: TestMember
  let plan: string
  let v2: OrdersWithProvider['orders']
  beforeAll(async () => {
    other = await both.orders.addMember()
    plan = (await both.orders.addProduct({ type: 'subscribe', price: 50_000, billingMonths: 1, useLimit: null })).id
    v2 = both.orders
  })

  test('run at the same time: what was begun by V1 ends by V1, and a card of V1 pays and renews', async () => {
    const card = await both.card(other)
    const [old, waiting] = [await both.order(other, plan), await both.order(other, await washOf())]
    await both.orders.call(op.payOrder, { orderId: old.id, cardId: card.id }, { actor: other.actor })
    await both.orders.stop()
    const { url } = both.provider
    await using _second = await both.orders.startAnother({ ...accounts.v1(url), ...accounts.v2(url) })
    // an order of V1 that was open is paid in the window of V1
    both.provider.pay({ merchant_uid: waiting.merchantUid, amount: 35_000, api: 'v1' })
    await both.waitForState(waiting.id, 'Completed')
    expect(waiting.payment).toMatchObject({ api: 'v1', impCode: 'imp00000000', channelKey: 'channel-key' })
    // new orders are of V2, whose cards have V2's names
    const next = await both.order(other, await washOf())
    expect(next.payment).toMatchObject({ api: 'v2', impCode: '' })
    // an app that knows V1 alone pays by V1 all the same, and only the webhook of V1 says so
    const outdated = await both.order(other, await washOf())
    both.provider.pay({ merchant_uid: outdated.merchantUid, amount: 35_000, api: 'v1' })
    await both.waitForState(outdated.id, 'Completed')
    both.provider.pay({ merchant_uid: next.merchantUid, amount: 35_000, api: 'v2' })
    await both.waitForState(next.id, 'Completed')
    const newCard = await both.card(other, '5409-2600-1234-5678')
    const cards = await v2.backend.sql<{ id: string; api: string; customer_uid: string }[]>`
      select id, api, customer_uid from orders.cards order by created_at`
    expect(cards).toMatchObject([
      { id: card.id, api: 'v1', customer_uid: expect.stringMatching(/^kc_/) },
      { id: newCard.id, api: 'v2', customer_uid: expect.stringMatching(/^billing-key-/) },
    ])
    // the card of V1 is charged for an order of V2, whose window may be open at the same time
    const mixed = await both.order(other, await washOf())
    both.provider.pay({ merchant_uid: mixed.merchantUid, amount: 35_000, api: 'v2', outcome: 'ready' })
    await v2.call(op.payOrder, { orderId: mixed.id, cardId: card.id }, { actor: other.actor })
    both.provider.pay({ merchant_uid: mixed.merchantUid, amount: 35_000, api: 'v2' }) // twice: the second is returned
    await waitFor(() => {
      const payments = both.provider.ledger().payments.filter((each) => each.merchant_uid === mixed.merchantUid)
      const money = payments.filter(({ paid_at }) => paid_at > 0)
      expect(money).toMatchObject([{ status: 'paid' }, { status: 'cancelled', v2: {} }])
    })
    // the subscription that a card of V1 pays is renewed
    v2.clock.advance(32 * 24 * 60 * minutes)
    await waitFor(async () => {
      const renewed = await v2.backend.sql<{ state: string; api: string }[]>`
        select state, api from orders.orders where renews is not null`
      expect(renewed).toMatchObject([{ state: 'Completed', api: 'both' }])
    })
    for (const orderId of [waiting.id, next.id, mixed.id])
      await v2.call(op.refundOrder, { orderId, reason: '매장 사정으로 세차하지 못했어요.' })
    await waitFor(() => assertBooksAgree(both))
  })

  test('a card of an API that was given up is asked for again, and the renewal is not charged', async () => {
    const { url } = both.provider
    let orderId = ''
    {
      await using _first = await v2.startAnother({ ...accounts.v1(url), PORTONE_API: 'v1' })
      const someone = await both.orders.addMember()
      const card = await both.card(someone)
      orderId = (await both.order(someone, plan)).id
      await v2.call(op.payOrder, { orderId, cardId: card.id }, { actor: someone.actor })
    }
    await using _second = await v2.startAnother({
      ...accounts.v2(url),
      ...{ PORTONE_IMP_KEY: undefined, PORTONE_IMP_SECRET: undefined },
    } as never)
    v2.clock.advance(32 * 24 * 60 * minutes)
    await waitFor(async () => {
      const [product] = await v2.backend.sql<{ dunning: { reason: string } | null }[]>`
        select p.dunning from orders.user_products p join orders.orders o on o.user_product_id = p.id
        where o.id = ${orderId}`
      expect(product?.dunning).toMatchObject({ reason: 'noCard' })
    })
  })

  const washOf = async () => (await both.orders.addProduct({ price: 35_000 })).id
})

test('both ledgers agree in the end', async () => {
  await waitFor(() => assertBooksAgree(money))
})
