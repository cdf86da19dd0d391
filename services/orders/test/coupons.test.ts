import { randomUUID } from 'node:crypto'
import type { Coupon, Input } from '@kingcar/contract'
import { waitFor } from '@kingcar/testing'
import { beforeAll, describe, expect, test } from 'vitest'
import { codeOf, type TestMember } from './orders-service.ts'
import { assertBooksAgree, newKey, op, providerBeforeAll } from './orders-with-provider.ts'

const money = providerBeforeAll()
let wash: string
let plan: string

beforeAll(async () => {
  wash = (await money.orders.addProduct({ price: 35_000 })).id
  plan = (await money.orders.addProduct({ type: 'subscribe', price: 50_000, billingMonths: 1, useLimit: 4 })).id
})

type Made = Omit<Partial<Input<typeof op.createCoupon>>, 'code'> & {
  /** Null for none. */
  code?: string | null
}

function coupon({ code = `TEST-${newKey().slice(0, 8)}`, ...fields }: Made): Promise<Coupon> {
  const defaults = { name: '쿠폰', productIds: [wash, plan], ...(code !== null && { code }) }
  return money.orders.call(op.createCoupon, { ...defaults, ...fields })
}

const order = (member: TestMember, couponCode: string | null | undefined, productId = wash, idempotencyKey?: string) =>
  money.orders.call(
    op.createOrder,
    { productId, ...(couponCode != null && { couponCode }) },
    { actor: member.actor, ...(idempotencyKey && { idempotencyKey }) },
  )

/** The outcome of an order that is repeated with its key until it is decided: many wait for the row of one coupon. */
async function decided(member: TestMember, code: string | null): Promise<string> {
  for (const key = newKey(); ; ) {
    const answer = await codeOf(order(member, code, wash, key))
    if (answer !== 'UNAVAILABLE' && answer !== 'CONFLICT') return answer
  }
}

const pay = async (member: TestMember, orderId: string, cardId?: string) =>
  money.orders.call(op.payOrder, { orderId, ...(cardId && { cardId }) }, { actor: member.actor })

const redeemed = async ({ id }: Pick<Coupon, 'id'>) => (await money.orders.call(op.getCoupon, { id })).redemptions

describe('an order with a coupon', () => {
  test('costs less, is charged so, and shows its coupon in the order, its lists, the file and the statistics', async () => {
    const member = await money.orders.addMember()
    const used = await coupon({ code: 'Welcome 2026', discountPercent: 50, maximumDiscount: 10_000 })
    expect(used).toMatchObject({ code: 'WELCOME2026', limitPerMember: 1, payments: 1, redemptions: 0 })
    const preview = await money.orders.call(
      op.priceOrder,
      { productId: wash, couponCode: 'welcome-2026' },
      { actor: member.actor },
    )
    expect(preview).toMatchObject({ price: 35_000, discount: 10_000, amount: 25_000, coupon: { name: '쿠폰' } })
    const placed = await order(member, 'welcome-2026')
    const { id, name, code } = used
    expect(placed).toMatchObject({ amount: 25_000, discount: 10_000, coupon: { id, name, code } })
    expect(placed.payment?.amount).toBe(25_000)
    const before = Date.now()
    const paid = await pay(member, placed.id, (await money.card(member)).id)
    expect(paid).toMatchObject({ state: 'Completed', amount: 25_000 })
    expect(money.provider.ledger().payments.filter((each) => each.merchant_uid === placed.merchantUid)).toMatchObject([
      { amount: 25_000 },
    ])
    const listed = await money.orders.call(op.listOrders, { couponId: id })
    expect(listed.content).toMatchObject([{ id: placed.id, discount: 10_000, coupon: { id } }])
    const file = await money.orders.call(op.exportOrders, { couponId: id })
    expect(file.lines).toContain('25000,10000,쿠폰,WELCOME2026')
    const range = { from: new Date(before - 60_000).toISOString(), to: new Date(Date.now() + 60_000).toISOString() }
    for (const by of ['product', 'day', 'method'] as const) {
      const { rows, total } = await money.orders.call(op.getMoneyFigures, { ...range, by, productId: wash })
      expect(rows.reduce((sum, { figures }) => sum + figures.discount, 0)).toBe(10_000)
      expect(total).toMatchObject({ orders: 1, paid: 25_000, discount: 10_000 })
    }
    expect(await money.orders.call(op.getCoupon, { id })).toMatchObject({ redemptions: 1, discounted: 10_000 })
    await assertBooksAgree(money)
  })

  test('is refunded by what was paid, in parts and in full, and then gives the coupon back', async () => {
    const member = await money.orders.addMember()
    const used = await coupon({ discountWon: 5_000 })
    const placed = await order(member, used.code)
    await pay(member, placed.id, (await money.card(member)).id)
    const refund = (amount?: number) =>
      money.orders.call(op.refundOrder, { orderId: placed.id, reason: '요청', ...(amount && { amount }) })
    expect(await codeOf(refund(30_001))).toBe('AMOUNT_EXCEEDS_PAID')
    expect(await refund(10_000)).toMatchObject({ state: 'Completed', refundedAmount: 10_000 })
    expect(await redeemed(used)).toBe(1)
    expect(await codeOf(order(member, used.code))).toBe('COUPON_USED_UP')
    expect(await refund()).toMatchObject({ state: 'Refund', refundedAmount: 30_000 })
    expect(await money.orders.call(op.getCoupon, { id: used.id })).toMatchObject({ redemptions: 0, discounted: 0 })
    expect(await order(member, used.code)).toMatchObject({ amount: 30_000 })
    await assertBooksAgree(money)
  })

  test('that costs nothing is paid as a free one, also by a member who has the product', async () => {
    const member = await money.orders.addMember()
    const free = await coupon({ discountPercent: 100 })
    await pay(member, (await order(member, undefined)).id, (await money.card(member)).id)
    const placed = await order(member, free.code)
    expect(placed).toMatchObject({ amount: 0, discount: 35_000 })
    expect(await pay(member, placed.id)).toMatchObject({ state: 'Completed', amount: 0 })
    expect(await redeemed(free)).toBe(1)
  })

  test('that ends unpaid gives the coupon back: cancelled, declined, too late, or when the member leaves', async () => {
    const used = await coupon({ discountWon: 1_000, limitTotal: 1 })
    const member = await money.orders.addMember()
    const card = await money.card(member, '4000-0000-0000-0002')
    const cancelled = await order(member, used.code)
    expect(await codeOf(order(await money.orders.addMember(), used.code))).toBe('COUPON_USED_UP')
    await money.orders.call(op.cancelOrder, { orderId: cancelled.id }, { actor: member.actor })
    const declined = await order(member, used.code)
    expect(await codeOf(pay(member, declined.id, card.id))).toBe('PAYMENT_FAILED')
    const left = await order(member, used.code)
    await money.orders.publishAndWait('member.left', { memberId: member.id, leftAt: new Date().toISOString() })
    await money.waitForState(left.id, 'Cancel')
    const late = await order(await money.orders.addMember(), used.code)
    expect(await redeemed(used)).toBe(1)
    money.orders.clock.advance(31 * 60_000)
    await money.waitForState(late.id, 'Cancel')
    expect(await redeemed(used)).toBe(0)
    await assertBooksAgree(money)
  })
})

describe('a coupon', () => {
  test('has exactly n redemptions under concurrent orders of two processes, and orders without a code go on', async () => {
    await using _another = await money.orders.startAnother()
    const limited = await coupon({ discountWon: 1_000, limitTotal: 7, limitPerMember: null })
    const automatic = await coupon({ automatic: true, code: null, discountWon: 2_000, limitTotal: 5 })
    const members = await Promise.all(Array.from({ length: 4 }, () => money.orders.addMember()))
    const tries = Array.from({ length: 24 }, (_, at) => members[at % members.length] as TestMember)
    const answers = await Promise.all(tries.map((each) => decided(each, limited.code)))
    expect(Object.groupBy(answers, (code) => code)).toEqual({
      none: Array(7).fill('none'),
      COUPON_USED_UP: Array(17).fill('COUPON_USED_UP'),
    })
    const others = await Promise.all(tries.map((each) => decided(each, null)))
    expect(new Set(others)).toEqual(new Set(['none']))
    expect(await redeemed(automatic)).toBe(4) // once for each member
    await money.orders.call(op.endCoupon, { id: automatic.id })
  })

  test('of a large limit has exactly n redemptions, first counted by session and then in its row', async () => {
    await using _another = await money.orders.startAnother()
    const { sql } = money.orders.backend
    const [setting] = await sql<{ most: number }[]>`select current_setting('max_connections')::int as most`
    const apart = 6 // orders that do not wait for each other
    const limitTotal = (setting?.most ?? 0) + apart
    const used = await coupon({ discountWon: 1_000, limitTotal, limitPerMember: null })
    const members = await Promise.all(Array.from({ length: 4 }, () => money.orders.addMember()))
    const someone = (at: number) => members[at % members.length] as TestMember
    const several = (count: number) =>
      Promise.all(Array.from({ length: count }, (_, at) => decided(someone(at), used.code)))
    const counted = async () => {
      const [row] = await sql<{ row: number; apart: number }[]>`
        select redeemed as row, (select coalesce(sum(kept), 0)::int from orders.totals where entity = 'coupon ' || c.id) as apart
        from orders.coupons c where id = ${used.id}`
      return row
    }
    expect(await several(4)).toEqual(Array(4).fill('none'))
    expect(await counted()).toEqual({ row: 0, apart: 4 })
    const [mine] = (await money.orders.call(op.listMyOrders, {}, { actor: someone(0).actor })).content
    await money.orders.call(op.cancelOrder, { orderId: mine?.id ?? '' }, { actor: someone(0).actor })
    expect(await counted()).toEqual({ row: 0, apart: 3 })
    expect(await several(8)).toEqual(Array(8).fill('none'))
    expect(await counted()).toEqual({ row: 11, apart: 0 })
    await money.orders.call(op.updateCoupon, { id: used.id, limitTotal: 16 })
    const answers = Object.groupBy(await several(12), (code) => code)
    expect([answers.none?.length, answers.COUPON_USED_UP?.length]).toEqual([5, 7])
    expect(await redeemed(used)).toBe(16)
  })

  test('that is changed or deleted while an order is placed is chosen again', async () => {
    const { sql } = money.orders.backend
    const member = await money.orders.addMember()
    const changed = await coupon({ discountWon: 1_000, limitPerMember: null })
    const isWaiting = () =>
      waitFor(async () => {
        const [row] = await sql<{ waiting: number }[]>`
          select count(*)::int as waiting from pg_locks where not granted and locktype in ('transactionid', 'tuple')`
        if (row?.waiting === 0) throw new Error('not waiting yet')
      })
    const during = async (change: (tx: typeof sql) => Promise<unknown>) => {
      let placed: ReturnType<typeof order> | undefined
      await sql.begin(async (tx) => {
        await tx`select from orders.coupons where id = ${changed.id} for update`
        placed = order(member, changed.code)
        placed.catch(() => undefined)
        await isWaiting()
        await change(tx as unknown as typeof sql)
      })
      return placed
    }
    const update = (tx: typeof sql) =>
      tx`update orders.coupons set discount_won = 2_000, version = version + 1 where id = ${changed.id}`
    expect(await during(update)).toMatchObject({ discount: 2_000 })
    await sql`delete from orders.ledger where order_id in (select order_id from orders.coupon_redemptions where coupon_id = ${changed.id})`
    await sql`delete from orders.orders where coupon ->> 'id' = ${changed.id}`
    const remove = (tx: typeof sql) => tx`delete from orders.coupons where id = ${changed.id}`
    expect(await codeOf(during(remove) as Promise<unknown>)).toBe('COUPON_NOT_FOUND')
  })

  test('counts n times for a member, also under concurrent orders, and a repeated request gets its order', async () => {
    const twice = await coupon({ discountWon: 1_000, limitPerMember: 2 })
    const member = await money.orders.addMember()
    const keys = Array.from({ length: 8 }, newKey)
    const all = await Promise.allSettled(keys.map((key) => order(member, twice.code, wash, key)))
    const placed = all.flatMap((each, at) => (each.status === 'fulfilled' ? [{ ...each.value, key: keys[at] }] : []))
    expect(placed).toHaveLength(2)
    for (const { key, ...first } of placed) expect(await order(member, twice.code, wash, key)).toEqual(first)
    expect(await redeemed(twice)).toBe(2)
  })

  test('without a code counts if none is given, the one that deducts most', async () => {
    const member = await money.orders.addMember()
    const automatic = { automatic: true, code: null, limitPerMember: null }
    const product = await money.orders.addProduct({ price: 20_000 })
    const made = [
      await coupon({ ...automatic, productIds: [product.id], discountWon: 3_000 }),
      await coupon({ ...automatic, productIds: [product.id], discountPercent: 20 }),
      await coupon({ ...automatic, productIds: [wash], discountPercent: 90 }),
    ]
    expect(await order(member, undefined, product.id)).toMatchObject({ discount: 4_000, coupon: { id: made[1]?.id } })
    const code = await coupon({ discountWon: 1_000, productIds: [] })
    expect(await order(member, code.code, product.id)).toMatchObject({ discount: 1_000 }) // the code alone
    for (const { id } of made) await money.orders.call(op.endCoupon, { id })
    expect(await order(member, undefined, product.id)).toMatchObject({ discount: 0, coupon: null, amount: 20_000 })
  })

  test('is refused with the reason before and after its days, for another product or store, and once it has ended', async () => {
    const member = await money.orders.addMember()
    const store = await money.orders.addStore('강남점')
    const here = await money.orders.addProduct({ storeIds: [store] })
    const elsewhere = await money.orders.addProduct({ storeIds: [randomUUID()] })
    const reasonOf = async (used: Coupon, productId: string) => {
      const error: unknown = await order(member, used.code, productId).catch((thrown: unknown) => thrown)
      return (error as { details?: { en: string }[] }).details?.[0]?.en
    }
    const day = (days: number) => new Date(Date.now() + days * 86_400_000 + 9 * 3_600_000).toISOString().slice(0, 10)
    money.orders.clock.set(new Date().toISOString())
    const all = { productIds: [], discountWon: 1_000 }
    expect(await reasonOf(await coupon({ ...all, fromDate: day(2) }), wash)).toBe('It has not begun.')
    expect(await reasonOf(await coupon({ ...all, untilDate: day(-2) }), wash)).toBe('It has ended.')
    expect(await reasonOf(await coupon({ ...all, productIds: [plan] }), wash)).toBe('It is for another product.')
    const ofStore = await coupon({ ...all, storeIds: [store], limitPerMember: null })
    expect(await reasonOf(ofStore, elsewhere.id)).toBe('It is for another store.')
    for (const productId of [here.id, wash])
      expect(await order(member, ofStore.code, productId)).toMatchObject({ discount: 1_000 })
    const ended = await money.orders.call(op.endCoupon, { id: ofStore.id })
    expect(ended.endedAt).not.toBeNull()
    expect(await reasonOf(ofStore, here.id)).toBe('It has ended.')
    expect(await codeOf(order(member, 'NOSUCHCODE'))).toBe('COUPON_NOT_FOUND')
  })

  test('is managed: codes are unique in any spelling, limits fit, a used one cannot be deleted', async () => {
    const generated = await coupon({ code: null, discountWon: 1_000 })
    expect(generated.code).toMatch(/^[2-9A-HJ-NP-Z]{12}$/)
    const { id, code } = await coupon({ code: 'Once-Only', discountWon: 1_000 })
    expect(await codeOf(coupon({ code: 'onceonly', discountWon: 1_000 }))).toBe('COUPON_CODE_TAKEN')
    for (const wrong of [
      {},
      { discountWon: 1, discountPercent: 1 },
      { discountWon: 1, maximumDiscount: 1 },
      { discountWon: 1, fromDate: '2026-02-02', untilDate: '2026-02-01' },
      { discountWon: 1, code: 'a_b!' },
      { discountWon: 1, automatic: true, code: 'ABCD' },
    ])
      expect(await codeOf(coupon(wrong))).toBe('VALIDATION_FAILED')
    const member = await money.orders.addMember()
    await money.orders.call(op.updateCoupon, { id, limitPerMember: null })
    for (const _order of [1, 2]) await order(member, code)
    const update = (limitTotal: number | null) => money.orders.call(op.updateCoupon, { id, limitTotal })
    expect(await codeOf(update(1))).toBe('VALIDATION_FAILED')
    await update(3)
    await order(member, code)
    expect(await codeOf(order(member, code))).toBe('COUPON_USED_UP')
    await update(null)
    expect(await order(member, code)).toMatchObject({ discount: 1_000 })
    expect(await codeOf(money.orders.call(op.deleteCoupon, { id }))).toBe('IN_USE')
    await money.orders.call(op.deleteCoupon, { id: generated.id })
    expect(await codeOf(money.orders.call(op.getCoupon, { id: generated.id }))).toBe('COUPON_NOT_FOUND')
    const found = await money.orders.call(op.listCoupons, { q: 'once-o', state: 'current' })
    expect(found.content).toMatchObject([{ id, redemptions: 4 }])
  })

  test('cannot be guessed: a member tries 30 codes a minute', async () => {
    const member = await money.orders.addMember()
    const answers: string[] = []
    for (let at = 0; at < 31; at += 1) answers.push(await codeOf(order(member, `GUESS${at}`)))
    expect(answers.slice(0, 30).every((code) => code === 'COUPON_NOT_FOUND')).toBe(true)
    expect(answers[30]).toBe('RATE_LIMITED')
    expect(await order(member, undefined)).toMatchObject({ state: 'Create' })
  })
})

describe('a subscription', () => {
  test('is renewed with what is left of its coupon, once for each paid period, however often it is tried', async () => {
    const member = await money.orders.addMember()
    const twoPayments = await coupon({ discountPercent: 50, payments: 2 })
    const card = await money.card(member)
    const placed = await order(member, twoPayments.code, plan)
    const bought = await pay(member, placed.id, card.id)
    const product = async () => {
      const { content } = await money.orders.call(op.listUserProducts, { memberId: member.id })
      return content.find(({ id }) => id === bought.userProductId)
    }
    expect(await product()).toMatchObject({ price: 50_000, coupon: { paymentsLeft: 1, amount: 25_000 } })
    await money.orders.call(op.updateCoupon, { id: twoPayments.id, discountPercent: 10 }) // what was sold stays
    await money.orders.call(op.endCoupon, { id: twoPayments.id })
    const bad = await money.card(member, '4000-0000-0000-0002')
    await money.orders.call(op.updateCard, { id: bad.id, main: true }, { actor: member.actor })
    const renewals = async () => {
      const { content } = await money.orders.call(op.listOrders, { couponId: twoPayments.id, sort: ['createdAt,asc'] })
      return content.filter(({ id }) => id !== placed.id)
    }
    money.orders.clock.set((await product())?.nextBillingAt ?? '')
    await waitFor(async () => expect((await product())?.dunning).toMatchObject({ amount: 25_000 }))
    expect(await product()).toMatchObject({ coupon: { paymentsLeft: 1 } })
    const input = { id: bought.userProductId ?? '', cardId: card.id }
    const renewed = await money.orders.call(op.retryPayment, input, { actor: member.actor })
    expect(renewed).toMatchObject({ state: 'Available', coupon: null, price: 50_000 })
    expect((await renewals()).map(({ state, amount, discount }) => ({ state, amount, discount }))).toEqual([
      { state: 'Fail', amount: 25_000, discount: 25_000 },
      { state: 'Completed', amount: 25_000, discount: 25_000 },
    ])
    await money.orders.call(op.updateCard, { id: card.id, main: true }, { actor: member.actor })
    money.orders.clock.set(renewed.nextBillingAt ?? '')
    await waitFor(async () => {
      const { content } = await money.orders.call(op.listMyOrders, {}, { actor: member.actor })
      expect(content[0]).toMatchObject({ state: 'Completed', amount: 50_000, discount: 0, coupon: null })
    })
    expect(await money.orders.call(op.getCoupon, { id: twoPayments.id })).toMatchObject({
      ...{ redemptions: 1, discounted: 50_000 },
    })
    await assertBooksAgree(money)
  })

  test('is announced with the amount that its renewal will cost', async () => {
    const member = await money.orders.addMember()
    const always = await coupon({ discountWon: 10_000, payments: null })
    const placed = await order(member, always.code, plan)
    const { userProductId } = await pay(member, placed.id, (await money.card(member)).id)
    const announced = () =>
      money.orders.events
        .filter(({ name }) => name === 'orders.periodsEndSoon')
        .flatMap(({ payload }) => payload.periods as { userProductId: string; amount: number }[])
        .find((each) => each.userProductId === userProductId)
    money.orders.clock.advance(25 * 24 * 3_600_000)
    await waitFor(() => expect(announced()).toMatchObject({ amount: 40_000 }))
  })
})
