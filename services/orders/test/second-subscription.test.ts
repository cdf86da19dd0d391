import { waitFor } from '@kingcar/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf, type TestMember } from './orders-service.ts'
import { assertBooksAgree, goodCard, op, providerBeforeAll } from './orders-with-provider.ts'

const price = 50_000
const declined = '4000-0000-0000-0002'
const money = providerBeforeAll()
let monthly: string
let perCar: string
let free: string

beforeAll(async () => {
  const plan = { type: 'subscribe', name: '월 4회', price, billingMonths: 1, useLimit: 4 } as const
  monthly = (await money.orders.addProduct(plan)).id
  perCar = (await money.orders.addProduct({ ...plan, carLimit: 1 })).id
  free = (await money.orders.addProduct({ price: 0, name: '첫 방문 무료 세차' })).id
})

const by = (member: TestMember) => ({ actor: member.actor })
const order = (member: TestMember, carId?: string, productId = monthly) =>
  money.orders.call(op.createOrder, { productId, ...(carId !== undefined && { carId }) }, by(member))
const pay = (member: TestMember, orderId: string, input: { cardId?: string; impUid?: string }) =>
  money.orders.call(op.payOrder, { orderId, ...input }, by(member))
const productsOf = async (member: TestMember) =>
  (await money.orders.call(op.listMyProducts, {}, by(member))).content.toReversed()

async function subscribe(number = goodCard) {
  const member = await money.orders.addMember()
  const card = await money.card(member, number)
  const paid = await pay(member, (await order(member)).id, { cardId: card.id })
  return { member, card, id: paid.userProductId ?? '' }
}

/** A subscription whose renewal was declined, and an order of the same plan from before. */
async function inDunning() {
  const member = await money.orders.addMember()
  const card = await money.card(member)
  const [first, second] = [await order(member), await order(member)]
  const { userProductId } = await pay(member, first.id, { cardId: card.id })
  const bad = await money.card(member, declined)
  await money.orders.call(op.updateCard, { id: bad.id, main: true }, by(member))
  await money.orders.backend.sql`
    update orders.user_products set ends_at = now(), next_billing_at = now() where id = ${userProductId}`
  await waitFor(async () => expect(await productsOf(member)).toMatchObject([{ state: 'Unavailable' }]))
  return { member, card, bad, second, id: userProductId ?? '' }
}

describe('a second order of a subscription', () => {
  test('is refused while the member has it, and possible after it has ended', async () => {
    const { member, card, id } = await subscribe()
    expect(await codeOf(order(member))).toBe('ALREADY_SUBSCRIBED')
    await money.orders.call(op.stopRenewal, { id }, by(member))
    expect(await codeOf(order(member))).toBe('ALREADY_SUBSCRIBED')
    await money.orders.call(op.cancelUserProduct, { id, reason: '요청' })
    expect(await pay(member, (await order(member)).id, { cardId: card.id })).toMatchObject({ state: 'Completed' })
  })

  test('is refused while the renewal is unpaid, and says how to pay it', async () => {
    const { member } = await inDunning()
    await expect(order(member)).rejects.toMatchObject({
      code: 'ALREADY_SUBSCRIBED',
      details: [{ path: 'productId', en: 'Its renewal is unpaid: pay it with retryPayment.' }],
    })
  })

  test('is possible for another car, unless the plan is for any car', async () => {
    const member = await money.orders.addMember()
    const other = await money.orders.addMember() // for a car id; the car is moved to the member below
    await money.orders.publishAndWait('member.carChanged', {
      ...{ carId: other.carId, memberId: member.id, carNumber: '34나5678', removed: false, version: 2 },
    })
    const card = await money.card(member)
    const buy = async (carId: string, productId: string) =>
      pay(member, (await order(member, carId, productId)).id, { cardId: card.id })
    await buy(member.carId, perCar)
    expect(await codeOf(order(member, member.carId, perCar))).toBe('ALREADY_SUBSCRIBED')
    expect(await codeOf(order(member, undefined, perCar))).toBe('ALREADY_SUBSCRIBED')
    await buy(other.carId, perCar)
    expect(await productsOf(member)).toMatchObject([{ state: 'Available' }, { state: 'Available' }])
    await buy(member.carId, monthly)
    expect(await codeOf(order(member, other.carId, monthly))).toBe('ALREADY_SUBSCRIBED')
  })
})

describe('of two orders of one subscription', () => {
  test('the second is not charged to a card', async () => {
    const member = await money.orders.addMember()
    const card = await money.card(member)
    const [first, second] = [await order(member), await order(member)]
    await pay(member, first.id, { cardId: card.id })
    expect(await codeOf(pay(member, second.id, { cardId: card.id }))).toBe('ALREADY_SUBSCRIBED')
    expect(await productsOf(member)).toHaveLength(1)
    expect(money.provider.ledger().payments.filter(({ merchant_uid }) => merchant_uid === second.merchantUid)).toEqual(
      [],
    )
  })

  test('paid in the window the second is refunded in full', async () => {
    const member = await money.orders.addMember()
    const [first, second] = [await order(member), await order(member)]
    // the second is paid later: a webhook reconciles an order too, and the first one that is reconciled gets the subscription
    const payInWindow = ({ id, merchantUid }: typeof first) =>
      pay(member, id, { impUid: money.provider.pay({ merchant_uid: merchantUid, amount: price }).imp_uid })
    await payInWindow(first)
    expect(await codeOf(payInWindow(second))).toBe('ALREADY_SUBSCRIBED')
    await money.waitForState(second.id, 'Refund')
    expect((await money.ledger(second.id)).map(({ cause }) => cause)).toEqual([
      ...['ordered', 'paid', 'return.alreadySubscribed', 'alreadySubscribed'],
    ])
    expect(await productsOf(member)).toMatchObject([{ state: 'Available', orderId: first.id }])
  })

  test('paid at the same time one is kept, and no money of the other', async () => {
    for (const way of ['card', 'window', 'both'] as const) {
      const member = await money.orders.addMember()
      const card = await money.card(member)
      const both = [await order(member), await order(member)]
      money.provider.misbehave({ path: '/subscribe/payments/again', calls: null, before: 300 })
      await Promise.all(
        both.map(({ id, merchantUid }, at) => {
          if (way === 'card' || (way === 'both' && at === 0)) return codeOf(pay(member, id, { cardId: card.id }))
          const { imp_uid } = money.provider.pay({ merchant_uid: merchantUid, amount: price })
          return codeOf(pay(member, id, { impUid: imp_uid }))
        }),
      )
      money.provider.behave()
      await waitFor(async () => {
        const uids = both.map(({ merchantUid }) => merchantUid)
        const kept = money.provider.ledger().payments.filter(({ merchant_uid }) => uids.includes(merchant_uid))
        expect(kept.reduce((sum, { amount, cancel_amount }) => sum + amount - cancel_amount, 0)).toBe(price)
      })
      expect(await productsOf(member)).toMatchObject([{ state: 'Available' }])
    }
  })
})

test('an order paid while the renewal is unpaid replaces the subscription, which is not charged again', async () => {
  const { member, card, bad, second, id } = await inDunning()
  const { userProductId } = await pay(member, second.id, { cardId: card.id })
  expect(await productsOf(member)).toMatchObject([
    { id, state: 'Complete', nextBillingAt: null, dunning: null },
    { id: userProductId, state: 'Available' },
  ])
  await money.orders.call(op.deleteCard, { id: bad.id }, by(member))
  await money.orders.call(op.updateCard, { id: card.id, main: true }, by(member))
  const renewals = await money.orders.backend.sql`select state from orders.orders where renews = ${id}`
  expect(renewals).toEqual([{ state: 'Fail' }])
})

test('a free product can be had once at a time', async () => {
  const member = await money.orders.addMember()
  const take = () => money.orders.call(op.createOrder, { productId: free }, by(member))
  const [first, second] = [await take(), await take()]
  const { userProductId } = await pay(member, first.id, {})
  expect(await codeOf(pay(member, second.id, {}))).toBe('FREE_PRODUCT_LIMIT')
  expect(await codeOf(take())).toBe('FREE_PRODUCT_LIMIT')
  await money.orders.call(op.cancelUserProduct, { id: userProductId ?? '', reason: '요청' })
  expect(await pay(member, (await take()).id, {})).toMatchObject({ state: 'Completed' })
})

test('both ledgers agree in the end', async () => {
  await waitFor(() => assertBooksAgree(money))
})
