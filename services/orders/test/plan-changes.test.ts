import { monthsAfter } from '@kingcar/contract'
import { waitFor } from '@kingcar/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf, type TestMember } from './orders-service.ts'
import { assertBooksAgree, newKey, op, providerBeforeAll } from './orders-with-provider.ts'
import { type Bought, type By, type Held, type Plans, plan, plansOf } from './sold-plans.ts'

const day = 86_400_000
const money = providerBeforeAll()
let plans: Plans
let dearer: string

beforeAll(async () => {
  plans = plansOf(money)
  const terms = { price: 60_000, firstPeriodPrice: 100, trialDays: 7 }
  const { id }: { id: string } = await money.orders.addProduct({ ...plan, name: '큰 정기권', ...terms })
  dearer = id
})

type When = 'now' | 'periodEnd'
type Order = { id: string; amount: number; merchantUid: string }
type Changed = { userProduct: Held; order: Order | null }
type Quote = { now: object | null; periodEnd: object }
const change = (member: TestMember, { id }: Held, productId: string, when: When): Promise<Changed> =>
  money.orders.call(op.changeMyProduct, { id, productId, when }, { actor: member.actor })
const quote = (member: TestMember, { id }: Held, productId: string): Promise<Quote> =>
  money.orders.call(op.getMyProductChange, { id, productId }, { actor: member.actor })
const orderOf = ({ order }: Changed): Order => {
  if (!order) throw new Error('no order')
  return order
}
const resume = (id: string, by: By): Promise<Held> => money.orders.call(op.resumeRenewal, { id }, by)
const stop = (id: string, by: By): Promise<Held> => money.orders.call(op.stopRenewal, { id }, by)
const refund = (orderId: string, amount?: number): Promise<unknown> =>
  money.orders.call(op.refundOrder, { orderId, reason: '요청', ...(amount !== undefined && { amount }) })
const addPlan = async (price: number): Promise<string> => {
  const { id }: { id: string } = await money.orders.addProduct({ ...plan, price })
  return id
}

/** Waits until the member has a plan. */
const waitForPlan = (member: TestMember, productId: string): Promise<Held> =>
  waitFor(async () => {
    const held: Held[] = await plans.productsOf(member)
    const found = held.find((each) => each.productId === productId && each.state === 'Available')
    if (!found) throw new Error('not changed yet')
    return found
  })
const waitForDunning = (member: TestMember, id: string): Promise<Held> =>
  waitFor(async () => {
    const found = await plans.find(member, id)
    if (found.dunning === null) throw new Error('not charged yet')
    return found
  })

/** A plan of 30 days for 30,000 won, of which ten have passed. */
async function tenDaysIn(useLimit: number | null = null): Promise<Bought> {
  money.orders.clock.set('2027-04-10T12:00:00+09:00')
  const bought = await plans.subscribed({ useLimit })
  money.orders.clock.advance(10 * day)
  return bought
}

/** What happens to a plan between the order of a change and its payment. */
const inTheMeantime: Record<string, (id: string, member: TestMember) => Promise<void>> = {
  async paused(id) {
    await money.orders.call(op.pauseUserProduct, { id, days: 3, reason: '요청' })
    await money.orders.call(op.unpauseUserProduct, { id, reason: '요청' })
  },
  async stopped(id, member) {
    await stop(id, member)
  },
  async 'used, if its uses are limited'(id) {
    await money.orders.backend.sql`update orders.user_products set remaining_uses = 0 where id = ${id}`
  },
  async 'replaced by another order'(id, member) {
    const productId = await addPlan(70_000)
    const { order }: Changed = await money.orders.call(op.changeMyProduct, { id, productId, when: 'now' }, member)
    await plans.pay(member, { id: order?.id ?? '', amount: 1 })
  },
  async 'being refunded in part'(_, member) {
    money.provider.misbehave({ path: '/payments/cancel', calls: null, answer: 'drop', work: false })
    const [orderId = ''] = await ordersOf(member, 'Completed')
    expect(await codeOf(refund(orderId, 29_000))).toBe('UNAVAILABLE')
  },
}

/** The ids of a member's orders in a state, the oldest first. */
async function ordersOf({ actor }: TestMember, state: string): Promise<string[]> {
  const page: { content: { id: string; state: string }[] } = await money.orders.call(op.listMyOrders, {}, { actor })
  return page.content.flatMap((each) => (each.state === state ? [each.id] : [])).reverse()
}

/** How a member gets a plan that is changed on its first day. @returns the order that paid its period */
const gotOnThisDay: Record<string, () => Promise<Bought & { orderId: string }>> = {
  async bought() {
    const bought = await plans.subscribed()
    return { ...bought, orderId: (await ordersOf(bought.member, 'Completed'))[0] ?? '' }
  },
  async renewed() {
    const { member, by, held: first } = await plans.subscribed()
    const held = await plans.renew(member, first)
    return { member, by, held, orderId: (await ordersOf(member, 'Completed'))[1] ?? '' }
  },
  async 'bought at a counter, and resumed'() {
    const member = await money.orders.addMember()
    const by = { actor: member.actor }
    await money.card(member)
    const { id: productId }: { id: string } = await money.orders.addProduct({ ...plan, commitmentPeriods: 3 })
    const storeId = await money.orders.addStore('강남점')
    const sale = { memberId: member.id, productId, storeId, method: 'cash' as const, amount: plan.price }
    const sold: { orderId: string; userProductId: string | null } = await money.orders.call(op.sellProduct, sale)
    const held = await resume(sold.userProductId ?? '', by)
    expect(held.subscription).toMatchObject({ committedUntil: null }) // the member agreed to one period
    return { member, by, held, orderId: sold.orderId }
  },
}

describe('a change now', () => {
  test('by staff costs the same, is charged to the main card once, and is audited', async () => {
    const { member, held } = await tenDaysIn()
    const asked = { id: held.id, productId: dearer, reason: '전화 요청' }
    const seen: unknown = await money.orders.call(op.getUserProductChange, { id: held.id, productId: dearer })
    expect(seen).toEqual(await quote(member, held, dearer))
    const unseen = { ...asked, when: 'now' as const }
    expect(await codeOf(money.orders.call(op.changeUserProductPlan, unseen))).toBe('VALIDATION_FAILED')
    await expect(money.orders.call(op.changeUserProductPlan, { ...unseen, amount: 39_000 })).rejects.toMatchObject({
      ...{ code: 'AMOUNT_MISMATCH', details: [{ path: 'amount', ko: '지금 바꾸면 40,000원이에요.' }] },
    })
    const now = { ...unseen, amount: 40_000 }
    const changeNow = (idempotencyKey: string) => money.orders.call(op.changeUserProductPlan, now, { idempotencyKey })
    money.provider.misbehave({ path: '/subscribe/payments/again', answer: 'refusal', work: false })
    const refused = newKey()
    for (const _time of [1, 2]) expect(await codeOf(changeNow(refused))).toBe('PAYMENT_FAILED')
    expect(await plans.find(member, held.id)).toMatchObject({ state: 'Available' })
    const key = newKey()
    const changed: { id: string } = await changeNow(key)
    expect(await changeNow(key)).toEqual(changed)
    expect(await plans.find(member, changed.id)).toMatchObject({ state: 'Available' })
    expect(await plans.find(member, held.id)).toMatchObject({ state: 'Complete' })
    expect((await plans.amountsOf(member)).slice(-2)).toEqual([40_000, 40_000])
    await waitFor(() => {
      const audited = money.orders.events.flatMap(({ name, payload }) => (name === 'orders.audited' ? [payload] : []))
      expect(audited.filter(({ entityId }) => entityId === held.id)).toMatchObject([
        {
          action: 'changeUserProductPlan',
          after: { amount: 40_000, credit: 20_000, outcome: 'attempted', reason: '전화 요청' },
        },
        { after: { outcome: 'failed' } },
        { after: { outcome: 'attempted' } },
        { before: { productName: held.productName }, after: { amount: 40_000, outcome: 'changed' } },
      ])
    })
    expect(await codeOf(changeNow(newKey()))).toBe('USER_PRODUCT_STATE_INVALID')
    const other = await tenDaysIn()
    await money.orders.backend.sql`update orders.cards set main = false where member_id = ${other.member.id}`
    const without = { id: other.held.id, productId: dearer, when: 'now', amount: 40_000, reason: '요청' } as const
    expect(await codeOf(money.orders.call(op.changeUserProductPlan, without))).toBe('CARD_NOT_FOUND')
    expect(await plans.amountsOf(other.member)).toHaveLength(1)
  })

  test('is charged once, also for two changes to different plans at the same time', async () => {
    const { member, held } = await tenDaysIn()
    const other = await addPlan(70_000)
    money.provider.misbehave({ path: '/subscribe/payments/again', answer: 'drop', work: false })
    const changeNow = (productId: string, amount: number) =>
      codeOf(
        money.orders.call(op.changeUserProductPlan, { id: held.id, productId, when: 'now', amount, reason: '요청' }),
      )
    expect(await changeNow(dearer, 40_000)).toBe('UNAVAILABLE')
    expect(await changeNow(other, 50_000)).toBe('CONFLICT')
    const { order }: Changed = await change(member, held, other, 'now')
    expect(await codeOf(plans.pay(member, order ?? { id: '', amount: 0 }))).toBe('CONFLICT')
  })

  test('for nothing is repeated with its key', async () => {
    const { held } = await tenDaysIn()
    const productId = await addPlan(20_000)
    const input = { id: held.id, productId, when: 'now', amount: 0, reason: '요청' } as const
    const idempotencyKey = newKey()
    const changed: Held = await money.orders.call(op.changeUserProductPlan, input, { idempotencyKey })
    expect(changed).toMatchObject({ productId, state: 'Available' })
    expect(await money.orders.call(op.changeUserProductPlan, input, { idempotencyKey })).toEqual(changed)
  })

  test('costs the new price less the unused days, starts a period, and a full refund restores the old plan', async () => {
    const { member, by, held } = await tenDaysIn()
    expect(await quote(member, held, dearer)).toEqual({
      now: { amount: 40_000, credit: 20_000, unusedDays: 20, periodDays: 30 },
      periodEnd: { at: held.endsAt, amount: 60_000 },
    })
    const asked: Changed = await change(member, held, dearer, 'now')
    const order: Order = orderOf(asked)
    expect([order.amount, asked.userProduct]).toEqual([40_000, held]) // nothing has changed until it is paid
    const changed: Held = await plans.find(member, await plans.pay(member, order))
    expect(changed).toMatchObject({
      productId: dearer,
      price: 60_000,
      subscription: { trial: false, nextAmount: 60_000 },
    })
    expect(changed.endsAt).toBe(monthsAfter(new Date(changed.startsAt), 1).toISOString())
    expect(await plans.find(member, held.id)).toMatchObject({ state: 'Complete', nextBillingAt: null })
    // the value of the new period includes the credit
    expect((await quote(member, changed, held.productId)).now).toBeNull()
    expect(await codeOf(change(member, changed, held.productId, 'now'))).toBe('CREDIT_EXCEEDS_PRICE')

    await money.orders.call(op.refundMyOrder, { orderId: order.id }, by)
    const { state, nextBillingAt } = await plans.find(member, held.id)
    expect([state, nextBillingAt]).toEqual(['Available', held.endsAt])
    expect(await plans.find(member, changed.id)).toMatchObject({ state: 'Cancel' })
    await plans.renew(member, held)
    expect(await plans.amountsOf(member)).toEqual([30_000, 40_000, 30_000])
    await waitFor(() => assertBooksAgree(money))
  })

  test.each(Object.entries(gotOnThisDay))(
    'takes its credit off what can be refunded of a plan that was %s',
    async (_, get) => {
      money.orders.clock.set('2027-03-10T12:00:00+09:00')
      const { member, by, held, orderId } = await get()
      const order: Order = orderOf(await change(member, held, dearer, 'now'))
      expect(order.amount).toBe(30_000)
      await plans.pay(member, order)
      expect(await codeOf(money.orders.call(op.refundMyOrder, { orderId }, by))).toBe('ORDER_NOT_REFUNDABLE')
      expect(await codeOf(refund(orderId))).toBe('ORDER_NOT_REFUNDABLE')
      expect(await codeOf(refund(orderId, 1))).toBe('ORDER_NOT_REFUNDABLE')
      await money.orders.call(op.refundMyOrder, { orderId: order.id }, by)
      expect(await codeOf(refund(orderId))).toBe('none')
      await waitFor(() => assertBooksAgree(money))
    },
  )

  test('leaves earlier periods to a refund by an administrator, since it credits the last one alone', async () => {
    const { member, held } = await plans.subscribed()
    const [orderId = ''] = await ordersOf(member, 'Completed')
    const renewed = await plans.renew(member, held)
    await plans.pay(member, orderOf(await change(member, renewed, dearer, 'now')))
    expect(await codeOf(money.orders.call(op.refundMyOrder, { orderId }, { actor: member.actor }))).toBe(
      'ORDER_NOT_REFUNDABLE',
    )
    await refund(orderId)
    expect(await money.stored(orderId)).toMatchObject({ state: 'Refund' })
  })

  test('leaves what it does not credit to a refund by an administrator', async () => {
    const { member, held } = await tenDaysIn()
    const [orderId = ''] = await ordersOf(member, 'Completed')
    await plans.pay(member, orderOf(await change(member, held, dearer, 'now')))
    expect(await codeOf(refund(orderId, 10_001))).toBe('AMOUNT_EXCEEDS_PAID')
    await refund(orderId)
    expect(await money.stored(orderId)).toMatchObject({ state: 'Completed', refundedAmount: 10_000 })
    expect(await codeOf(refund(orderId))).toBe('ORDER_NOT_REFUNDABLE')
  })

  test.each(Object.entries(inTheMeantime))(
    'replaces nothing where the old plan was %s in the meantime: no card is charged, and money is refunded',
    async (_, changeHeld) => {
      const { member, held } = await tenDaysIn(4)
      const order: Order = orderOf(await change(member, held, dearer, 'now'))
      money.orders.clock.advance(1_000)
      await changeHeld(held.id, member)
      expect(await codeOf(plans.pay(member, order))).toBe('ORDER_STATE_INVALID')
      expect(await money.stored(order.id)).toMatchObject({ state: 'Create' })
      money.provider.behave()
      money.provider.pay({ merchant_uid: order.merchantUid, amount: order.amount })
      await money.waitForState(order.id, 'Refund')
      const live = (await plans.productsOf(member)).filter(({ state }) => state === 'Available')
      expect(live).toHaveLength(1)
      expect(live[0]?.productId).not.toBe(dearer)
      await waitFor(() => assertBooksAgree(money))
    },
  )
})

describe('a change at the end of the period', () => {
  test('is of one plan, shown and announced with its price, and the renewal is of it at the agreed price', async () => {
    const { member, held } = await tenDaysIn(4)
    await change(member, held, await addPlan(45_000), 'periodEnd')
    const { userProduct }: Changed = await change(member, held, dearer, 'periodEnd')
    expect(userProduct.subscription).toMatchObject({ nextAmount: 60_000, change: { productId: dearer, price: 60_000 } })
    const later: { id: string } = await money.orders.addProduct({
      ...plan,
      id: dearer,
      name: '큰 정기권',
      price: 90_000,
    })
    expect(later.id).toBe(dearer)
    plans.pass(held.endsAt)
    const next = await waitForPlan(member, dearer)
    expect(next).toMatchObject({
      state: 'Available',
      price: 60_000,
      startsAt: held.endsAt,
      subscription: { change: null },
    })
    expect(await plans.find(member, held.id)).toMatchObject({ state: 'Complete' })
    await plans.renew(member, next)
    expect(await plans.amountsOf(member)).toEqual([30_000, 60_000, 60_000])
    await waitFor(() => assertBooksAgree(money))
  })

  test('is withdrawn by a change to the plan itself, and by a stop; it survives an unpaid renewal', async () => {
    const { member, by, held } = await tenDaysIn()
    await change(member, held, dearer, 'periodEnd')
    const { userProduct }: Changed = await change(member, held, held.productId, 'periodEnd')
    expect(userProduct.subscription).toMatchObject({ change: null, nextAmount: 30_000 })
    const { id, productId } = held
    const byAdmin: Held = await money.orders.call(op.changeUserProductPlan, { id, productId: dearer, reason: '요청' })
    expect(byAdmin.subscription?.change).toMatchObject({ productId: dearer })
    await stop(id, by)
    expect((await resume(id, by)).subscription?.change).toBeNull()

    await change(member, held, dearer, 'periodEnd')
    const declined: { id: string } = await money.card(member, '4000-0000-0000-0002')
    await money.orders.call(op.updateCard, { id: declined.id, main: true }, by)
    plans.pass(held.endsAt)
    const unpaid = await waitForDunning(member, id)
    expect([unpaid.productId, unpaid.dunning?.amount]).toEqual([productId, expect.any(Number)])
    expect(await codeOf(change(member, held, productId, 'periodEnd'))).toBe('USER_PRODUCT_STATE_INVALID')
    const good: { id: string } = await money.card(member)
    await money.orders.call(op.updateCard, { id: good.id, main: true }, by)
    await waitForPlan(member, dearer)
    await waitFor(() => assertBooksAgree(money))
  })
})

test('a change to what is no plan, is held, or of a plan that is not the caller’s is refused', async () => {
  const { member, held } = await tenDaysIn()
  const { id: onetime }: { id: string } = await money.orders.addProduct()
  const stranger = await money.orders.addMember()
  const other = await addPlan(45_000)
  await plans.buy(member, other)
  for (const when of ['now', 'periodEnd'] as const) {
    expect(await codeOf(change(member, held, onetime, when))).toBe('VALIDATION_FAILED')
    expect(await codeOf(change(member, held, other, when))).toBe('ALREADY_SUBSCRIBED')
    expect(await codeOf(change(stranger, held, dearer, when))).toBe('USER_PRODUCT_NOT_FOUND')
  }
  expect(await codeOf(change(member, held, held.productId, 'now'))).toBe('VALIDATION_FAILED')
})

test('a stop before the end of the agreed periods takes effect then, is undone until then, and staff may stop earlier', async () => {
  money.orders.clock.set('2027-08-01T12:00:00+09:00')
  const { member, by, held } = await plans.subscribed({ commitmentPeriods: 3 })
  const { id } = held
  const committedUntil = monthsAfter(new Date(held.endsAt ?? ''), 2).toISOString()
  expect(held.subscription).toMatchObject({ committedUntil, stopsAt: null })
  expect(await codeOf(change(member, held, dearer, 'periodEnd'))).toBe('PLAN_COMMITTED')
  expect(await stop(id, by)).toMatchObject({ nextBillingAt: held.endsAt, subscription: { stopsAt: committedUntil } })
  expect(await codeOf(stop(id, by))).toBe('USER_PRODUCT_STATE_INVALID')
  expect((await resume(id, by)).subscription?.stopsAt).toBeNull()
  await stop(id, by)
  const second = await plans.renew(member, held)
  expect(second).toMatchObject({
    nextBillingAt: second.endsAt,
    subscription: { committedUntil, stopsAt: committedUntil },
  })
  const third = await plans.renew(member, second)
  expect(third).toMatchObject({ endsAt: committedUntil, nextBillingAt: null, subscription: { committedUntil: null } })
  plans.pass(third.endsAt)
  await waitFor(async () => expect(await plans.find(member, id)).toMatchObject({ state: 'Complete' }))
  expect(await plans.amountsOf(member)).toEqual([30_000, 30_000, 30_000])

  const early = await plans.subscribed({ commitmentPeriods: 3 })
  const stopped: Held = await money.orders.call(op.stopUserProduct, { id: early.held.id, reason: '방문판매법 해지' })
  expect(stopped).toMatchObject({ nextBillingAt: null, subscription: { committedUntil: null } })
})

test('a stop in the free days of a plan with agreed periods ends it without a charge', async () => {
  const { member, by, held } = await plans.subscribed({ trialDays: 7, commitmentPeriods: 3 })
  expect(held.subscription).toMatchObject({ trial: true, committedUntil: null })
  expect(await stop(held.id, by)).toMatchObject({ nextBillingAt: null, subscription: { stopsAt: null } })
  plans.pass(held.endsAt)
  await waitFor(async () => expect(await plans.find(member, held.id)).toMatchObject({ state: 'Complete' }))
  expect(await plans.amountsOf(member)).toEqual([0])
})
