import { waitFor } from '@kingcar/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf, type TestMember } from './orders-service.ts'
import { assertBooksAgree, newKey, op, providerBeforeAll } from './orders-with-provider.ts'

const money = providerBeforeAll({}, { notices: false })
let member: TestMember
let wash: string

beforeAll(async () => {
  member = await money.orders.addMember()
  wash = (await money.orders.addProduct({ price: 35_000 })).id
})

const pay = (orderId: string, input: { impUid?: string; cardId?: string }, idempotencyKey?: string) =>
  money.orders.call(
    op.payOrder,
    { orderId, ...input },
    { actor: member.actor, ...(idempotencyKey && { idempotencyKey }) },
  )

describe('an order', () => {
  test('is created at the current price, with what the payment window needs', async () => {
    const order = await money.order(member, wash)
    expect(order).toMatchObject({ amount: 35_000, state: 'Create', refundedAmount: 0, userProductId: null })
    expect(order.payment).toEqual({
      api: 'v1',
      impCode: 'imp00000000',
      channelKey: 'channel-key',
      merchantUid: order.merchantUid,
      name: '프리미엄 손세차',
      amount: 35_000,
      buyerName: '홍길동',
      buyerTel: '01012345678',
    })
    expect(order.merchantUid.length).toBeLessThanOrEqual(40)
  })

  // ASVS 2.2.3
  test("is refused for a product that is not on sale or does not exist, and for another member's car", async () => {
    const gone = await money.orders.addProduct({ onSale: false })
    expect(await codeOf(money.order(member, gone.id))).toBe('PRODUCT_NOT_ON_SALE')
    expect(await codeOf(money.order(member, newKey()))).toBe('PRODUCT_NOT_FOUND')
    const other = await money.orders.addMember()
    const call = money.orders.call(op.createOrder, { productId: wash, carId: other.carId }, { actor: member.actor })
    expect(await codeOf(call)).toBe('CAR_NOT_FOUND')
  })

  test('is created at the last known price while the catalog is unavailable', async () => {
    const gone = await money.orders.addProduct({ onSale: false })
    money.orders.setCatalogAvailable(false)
    expect(await money.order(member, wash)).toMatchObject({ amount: 35_000 })
    expect(await codeOf(money.order(member, gone.id))).toBe('PRODUCT_NOT_ON_SALE')
    expect(await codeOf(money.order(member, newKey()))).toBe('PRODUCT_NOT_FOUND')
    money.orders.setCatalogAvailable(true)
  })

  test('with one key is created once, and refused with another body', async () => {
    const other = await money.orders.addProduct()
    const extras = { actor: member.actor, idempotencyKey: newKey() }
    const first = await money.orders.call(op.createOrder, { productId: wash }, extras)
    expect(await money.orders.call(op.createOrder, { productId: wash }, extras)).toEqual(first)
    expect(await codeOf(money.orders.call(op.createOrder, { productId: other.id }, extras))).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    )
  })
})

describe('a payment in the window', () => {
  test('is looked up, compared and accepted once, however often it is confirmed', async () => {
    const order = await money.order(member, wash)
    const { imp_uid: impUid } = money.provider.pay({ merchant_uid: order.merchantUid, amount: 35_000 })
    const paid = await pay(order.id, { impUid })
    expect(paid).toMatchObject({ state: 'Completed', payment: { method: 'card' } })
    expect(paid.userProductId).not.toBeNull()
    expect((await pay(order.id, { impUid })).userProductId).toBe(paid.userProductId)
    expect(await money.ledger(order.id)).toMatchObject([
      { from_state: null, to_state: 'Create', cause: 'ordered' },
      { from_state: 'Create', to_state: 'Paid', cause: 'paid', paid: 35_000 },
      { from_state: 'Paid', to_state: 'Completed', cause: 'granted' },
    ])
  })

  test('of another amount fails the order and is refunded', async () => {
    const order = await money.order(member, wash)
    const { imp_uid: impUid } = money.provider.pay({ merchant_uid: order.merchantUid, amount: 1_000, force: true })
    expect(await codeOf(pay(order.id, { impUid }))).toBe('AMOUNT_MISMATCH')
    expect(await money.stored(order.id)).toMatchObject({ state: 'Fail' })
    await waitFor(() => expect(paymentOf(impUid)).toMatchObject({ status: 'cancelled', cancel_amount: 1_000 }))
  })

  test('of another order does not pay this one', async () => {
    const [order, other] = [await money.order(member, wash), await money.order(member, wash)]
    const { imp_uid: impUid } = money.provider.pay({ merchant_uid: other.merchantUid, amount: 35_000 })
    expect(await codeOf(pay(order.id, { impUid }))).toBe('PAYMENT_FAILED')
    expect(await codeOf(pay(order.id, { impUid: 'imp_000000000000' }))).toBe('PAYMENT_FAILED')
    expect(await money.stored(order.id)).toMatchObject({ state: 'Create' })
  })

  test('that is the second for an order is refunded', async () => {
    const order = await money.order(member, wash)
    const first = money.provider.pay({ merchant_uid: order.merchantUid, amount: 35_000 })
    await pay(order.id, { impUid: first.imp_uid })
    const second = money.provider.pay({ merchant_uid: order.merchantUid, amount: 35_000, force: true })
    expect(await codeOf(pay(order.id, { impUid: second.imp_uid }))).toBe('ORDER_STATE_INVALID')
    await waitFor(() => expect(paymentOf(second.imp_uid)).toMatchObject({ status: 'cancelled' }))
    expect(paymentOf(first.imp_uid)).toMatchObject({ status: 'paid' })
    expect(await money.stored(order.id)).toMatchObject({ state: 'Completed' })
  })

  test('for a cancelled order is refunded, and the order stays cancelled', async () => {
    const order = await money.order(member, wash)
    await money.orders.call(op.cancelOrder, { orderId: order.id }, { actor: member.actor })
    const { imp_uid: impUid } = money.provider.pay({ merchant_uid: order.merchantUid, amount: 35_000 })
    expect(await codeOf(pay(order.id, { impUid }))).toBe('ORDER_STATE_INVALID')
    await waitFor(() => expect(paymentOf(impUid)).toMatchObject({ status: 'cancelled' }))
    await waitFor(async () => {
      expect((await money.ledger(order.id)).map(({ cause }) => cause)).toContain('returned.paidAfterClosed')
    })
    expect(await money.stored(order.id)).toMatchObject({ state: 'Cancel' })
  })

  test('that is awaited reserves the order, and completes it when it arrives', async () => {
    const order = await money.order(member, wash)
    const fields = { merchant_uid: order.merchantUid, amount: 35_000, pay_method: 'vbank' }
    const { imp_uid: impUid } = money.provider.pay(fields)
    expect(await pay(order.id, { impUid })).toMatchObject({ state: 'Reserved' })
    money.provider.deposit(impUid)
    expect(await pay(order.id, { impUid })).toMatchObject({ state: 'Completed' })
  })

  test("of another member's order is reported as not found", async () => {
    const stranger = await money.orders.addMember()
    const order = await money.order(stranger, wash)
    expect(await codeOf(pay(order.id, { impUid: 'imp_1' }))).toBe('ORDER_NOT_FOUND')
    expect(await codeOf(pay(newKey(), { impUid: 'imp_1' }))).toBe('ORDER_NOT_FOUND')
    const own = await money.order(member, wash)
    for (const input of [{}, { impUid: 'imp_1', cardId: newKey() }])
      expect(await codeOf(pay(own.id, input))).toBe('VALIDATION_FAILED')
  })
})

describe('a card', () => {
  // ASVS 2.3.4, 15.4.2
  test('is charged once, also by repeated and concurrent requests', async () => {
    const card = await money.card(member)
    const order = await money.order(member, wash)
    const key = newKey()
    const codes = await Promise.all(
      Array.from({ length: 8 }, (_, at) => codeOf(pay(order.id, { cardId: card.id }, at % 2 ? key : undefined))),
    )
    expect(codes.filter((code) => code === 'none')).not.toHaveLength(0)
    expect(codes.filter((code) => code !== 'none' && code !== 'CONFLICT')).toEqual([])
    expect(await pay(order.id, { cardId: card.id }, key)).toMatchObject({ state: 'Completed' })
    expect(chargesOf(order.merchantUid)).toHaveLength(1)
  })

  test('that is declined fails the order with the reason, and a repeated request gets the same response', async () => {
    const card = await money.card(member, '4000-0000-0000-0002')
    const order = await money.order(member, wash)
    const key = newKey()
    expect(await codeOf(pay(order.id, { cardId: card.id }, key))).toBe('PAYMENT_FAILED')
    expect(await codeOf(pay(order.id, { cardId: card.id }, key))).toBe('PAYMENT_FAILED')
    expect(await codeOf(pay(order.id, { cardId: card.id }))).toBe('ORDER_STATE_INVALID')
    expect(await money.stored(order.id)).toMatchObject({ state: 'Fail' })
  })

  test('of another member cannot be charged', async () => {
    const stranger = await money.orders.addMember()
    const card = await money.card(stranger)
    const order = await money.order(member, wash)
    expect(await codeOf(pay(order.id, { cardId: card.id }))).toBe('CARD_NOT_FOUND')
    expect(chargesOf(order.merchantUid)).toEqual([])
  })

  test('whose charge succeeded and whose response was lost is charged once', async () => {
    const card = await money.card(member)
    const order = await money.order(member, wash)
    money.provider.misbehave({ path: '/subscribe/payments/again', answer: 'drop' })
    const key = newKey()
    expect(await codeOf(pay(order.id, { cardId: card.id }, key))).toBe('UNAVAILABLE')
    await money.waitForState(order.id, 'Completed')
    expect(await pay(order.id, { cardId: card.id }, key)).toMatchObject({ state: 'Completed' })
    expect(chargesOf(order.merchantUid)).toHaveLength(1)
  })

  test('whose charge never reached the provider leaves the order payable', async () => {
    const card = await money.card(member)
    const order = await money.order(member, wash)
    money.provider.misbehave({ path: '/subscribe/payments/again', work: false, answer: 'drop' })
    const key = newKey()
    expect(await codeOf(pay(order.id, { cardId: card.id }, key))).toBe('UNAVAILABLE')
    expect(await codeOf(pay(order.id, { cardId: card.id }, key))).toBe('CONFLICT')
    await waitFor(async () => {
      expect((await money.ledger(order.id)).map(({ cause }) => cause)).toContain('chargeLost')
    })
    expect(await pay(order.id, { cardId: card.id }, key)).toMatchObject({ state: 'Completed' })
    expect(chargesOf(order.merchantUid)).toHaveLength(1)
  })

  test('a free order is paid without the provider', async () => {
    const free = await money.orders.addProduct({ price: 0 })
    const order = await money.order(member, free.id)
    const keys = { paying: newKey(), refunding: newKey() }
    const paid = await pay(order.id, {}, keys.paying)
    expect(paid).toMatchObject({ state: 'Completed', amount: 0 })
    const refund = () =>
      money.orders.call(
        op.refundMyOrder,
        { orderId: order.id },
        { actor: member.actor, idempotencyKey: keys.refunding },
      )
    expect(await refund()).toMatchObject({ state: 'Refund' })
    expect(await refund()).toMatchObject({ state: 'Refund' })
    expect(await pay(order.id, {}, keys.paying)).toEqual(paid)
  })
})

test('both ledgers agree in the end, also about payments without confirmation or webhook', async () => {
  money.orders.clock.advance(3 * 60_000)
  await waitFor(() => assertBooksAgree(money))
})

const paymentOf = (impUid: string) => money.provider.ledger().payments.find(({ imp_uid }) => imp_uid === impUid)
const chargesOf = (merchantUid: string) =>
  money.provider.ledger().payments.filter((each) => each.merchant_uid === merchantUid && each.status === 'paid')
