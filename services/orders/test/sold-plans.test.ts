import { randomUUID } from 'node:crypto'
import { monthsAfter } from '@kingcar/contract'
import { waitFor } from '@kingcar/testing'
import { beforeAll, expect, test } from 'vitest'
import { codeOf } from './orders-service.ts'
import { assertBooksAgree, op, providerBeforeAll } from './orders-with-provider.ts'
import { type Held, type Plans, plan, plansOf } from './sold-plans.ts'

const money = providerBeforeAll()
let plans: Plans

beforeAll(() => {
  plans = plansOf(money)
  money.orders.clock.set('2027-01-10T12:00:00+09:00')
})

test('the first period has its own price, the later ones the price of the plan', async () => {
  const member = await money.orders.addMember()
  await money.card(member)
  const { id }: { id: string } = await money.orders.addProduct({ ...plan, firstPeriodPrice: 9_900 })
  const bought = await plans.buy(member, id)
  expect(bought).toMatchObject({ price: 30_000, subscription: { firstPeriodPrice: 9_900, nextAmount: 30_000 } })
  await plans.renew(member, bought)
  expect(await plans.amountsOf(member)).toEqual([9_900, 30_000])
  await waitFor(() => assertBooksAgree(money))
})

test('a trial needs a card, is free, is announced with its first charge, and is had once', async () => {
  const member = await money.orders.addMember()
  const { actor } = member
  const { id: productId }: { id: string } = await money.orders.addProduct({
    ...plan,
    trialDays: 7,
    firstPeriodPrice: 9_900,
  })
  const order: { id: string; amount: number } = await money.order(member, productId)
  expect(order.amount).toBe(0)
  expect(await codeOf(money.orders.call(op.payOrder, { orderId: order.id }, { actor }))).toBe('CARD_NOT_FOUND')
  await money.card(member)
  await money.orders.call(op.payOrder, { orderId: order.id }, { actor })
  const [trial] = await plans.productsOf(member)
  if (!trial) throw new Error('no trial')
  const startsAt = Date.parse(trial.startsAt)
  expect(Date.parse(trial.endsAt ?? '') - startsAt).toBe(7 * 86_400_000)
  expect(trial).toMatchObject({ nextBillingAt: trial.endsAt, subscription: { trial: true, nextAmount: 9_900 } })
  const announced = () =>
    money.orders.events.flatMap(({ name, payload }) =>
      name === 'orders.periodsEndSoon' ? (payload.periods as { memberId: string; amount: number }[]) : [],
    )
  await waitFor(() =>
    expect(announced().filter(({ memberId }) => memberId === member.id)).toMatchObject([{ amount: 9_900 }]),
  )

  const paid = await plans.renew(member, trial)
  expect(paid).toMatchObject({ subscription: { trial: false, nextAmount: 30_000 } })
  expect(paid.endsAt).toBe(monthsAfter(new Date(trial.endsAt ?? ''), 1).toISOString())
  const again = await plans.renew(member, paid)
  expect(await plans.amountsOf(member)).toEqual([0, 9_900, 30_000])

  await money.orders.call(op.stopRenewal, { id: again.id }, { actor })
  money.orders.clock.set(new Date(Date.parse(again.endsAt ?? '') + 1_000).toISOString())
  await waitFor(async () => expect((await plans.productsOf(member))[0]).toMatchObject({ state: 'Complete' }))
  expect((await money.order(member, productId)).amount).toBe(30_000)
  await waitFor(() => assertBooksAgree(money))
})

test('of two open orders with the first price one is paid, by a card or in the window', async () => {
  const member = await money.orders.addMember()
  const { actor } = member
  const { id: cardId } = await money.card(member)
  const terms = { ...plan, carLimit: 1, firstPeriodPrice: 9_900 }
  const { id: productId }: { id: string } = await money.orders.addProduct(terms)
  const cars = [member.carId, randomUUID(), randomUUID()]
  for (const [version, carId] of cars.entries()) {
    const car = { carId, memberId: member.id, carNumber: `1${version}가3456`, removed: false, version: version + 1 }
    await money.orders.publishAndWait('member.carChanged', car)
  }
  const open = []
  for (const carId of cars) {
    const order: { id: string; merchantUid: string; amount: number } = await money.orders.call(
      ...[op.createOrder, { productId, carId }, { actor }],
    )
    open.push(order)
  }
  const [first = expect.fail(), second = expect.fail(), third = expect.fail()] = open
  expect(open.map(({ amount }) => amount)).toEqual([9_900, 9_900, 9_900])
  await money.orders.call(op.payOrder, { orderId: first.id, cardId }, { actor })
  expect(await codeOf(money.orders.call(op.payOrder, { orderId: second.id, cardId }, { actor }))).toBe(
    'ORDER_STATE_INVALID',
  )
  money.provider.pay({ merchant_uid: third.merchantUid, amount: third.amount })
  await money.waitForState(third.id, 'Refund')
  await waitFor(() => assertBooksAgree(money))
})

test('two orders of a trial give one', async () => {
  const member = await money.orders.addMember()
  const { actor } = member
  await money.card(member)
  const { id: productId }: { id: string } = await money.orders.addProduct({ ...plan, trialDays: 30 })
  const first: { id: string } = await money.order(member, productId)
  const second: { id: string } = await money.order(member, productId)
  await money.orders.call(op.payOrder, { orderId: first.id }, { actor })
  await money.orders.call(op.refundMyOrder, { orderId: first.id }, { actor })
  expect(await codeOf(money.orders.call(op.payOrder, { orderId: second.id }, { actor }))).toBe('ORDER_STATE_INVALID')
  expect((await money.order(member, productId)).amount).toBe(30_000)
})

test('a pack ends after the days for which it was sold, bought or granted', async () => {
  const member = await money.orders.addMember()
  await money.card(member)
  const { id: productId }: { id: string } = await money.orders.addProduct({ useLimit: 10, validityDays: 90 })
  const bought = await plans.buy(member, productId)
  const granted: Held = await money.orders.call(op.grantUserProduct, { memberId: member.id, productId, reason: '사과' })
  for (const { startsAt, endsAt, nextBillingAt } of [bought, granted])
    expect([Date.parse(endsAt ?? '') - Date.parse(startsAt), nextBillingAt]).toEqual([90 * 86_400_000, null])
  money.orders.clock.set(granted.endsAt ?? '')
  await waitFor(async () =>
    expect((await plans.productsOf(member)).map(({ state }) => state)).toEqual(['Complete', 'Complete']),
  )
})

test('the first price is had once, also at a counter, and needs a card if it is nothing', async () => {
  const member = await money.orders.addMember()
  const { actor } = member
  const { id: productId }: { id: string } = await money.orders.addProduct({ ...plan, firstPeriodPrice: 0 })
  const { id: orderId, amount }: { id: string; amount: number } = await money.order(member, productId)
  expect(amount).toBe(0)
  expect(await codeOf(money.orders.call(op.payOrder, { orderId }, { actor }))).toBe('CARD_NOT_FOUND')
  await money.card(member)
  await money.orders.call(op.payOrder, { orderId }, { actor })
  await money.orders.call(op.refundMyOrder, { orderId }, { actor })
  expect((await money.order(member, productId)).amount).toBe(30_000)
  expect(await money.orders.call(op.priceOrder, { productId }, { actor })).toMatchObject({ amount: 30_000 })
  const storeId = await money.orders.addStore('강남점')
  const sale = { memberId: member.id, productId, storeId, method: 'cash' as const }
  await expect(money.orders.call(op.sellProduct, { ...sale, amount: 1 })).rejects.toMatchObject({
    ...{ code: 'AMOUNT_MISMATCH', details: [{ path: 'amount', ko: '이 회원에게는 30,000원이에요.' }] },
  })
  const sold: { amount: number } = await money.orders.call(op.sellProduct, { ...sale, amount: 30_000 })
  expect(sold.amount).toBe(30_000)
})
