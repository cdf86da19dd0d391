import { randomUUID } from 'node:crypto'
import { contract, type Input, seoulDate } from '@kingcar/contract'
import { waitFor } from '@kingcar/testing'
import { beforeAll, expect, test } from 'vitest'
import { admin, codeOf, type TestMember } from './orders-service.ts'
import { newKey, op, providerBeforeAll } from './orders-with-provider.ts'

const { sellProduct, priceCounterSale, createCoupon, getCoupon, listCounterCars, getMoneyFigures, compareSettlement } =
  contract.orders
const money = providerBeforeAll({}, { notices: false })
const price = 35_000
let member: TestMember
let wash: string
let storeId: string

beforeAll(async () => {
  // far from midnight, so that all of a test is on one day
  money.orders.clock.set(`${seoulDate(new Date(Date.now() + 86_400_000))}T12:00:00+09:00`)
  member = await money.orders.addMember()
  wash = (await money.orders.addProduct({ price })).id
  storeId = await money.orders.addStore('강남점')
})

type Sale = Input<typeof sellProduct>
const approval = () => String(10_000_000 + Math.floor(Math.random() * 80_000_000))
const sell = (fields: Partial<Sale> = {}, extras: Parameters<typeof money.orders.call>[2] = {}) =>
  money.orders.call(
    sellProduct,
    { memberId: member.id, productId: wash, storeId, method: 'cash', amount: price, ...fields },
    extras,
  )
const refund = (orderId: string, fields: object = {}, extras: Parameters<typeof money.orders.call>[2] = {}) =>
  money.orders.call(op.refundOrder, { orderId, reason: '고객 요청', ...fields }, extras)
const detail = (orderId: string) => money.orders.call(op.getOrder, { orderId })
const today = () => seoulDate(money.orders.clock.now())

test('a sale is a completed order of the store, counted on its day by method, and grants the product once', async () => {
  const here = await money.orders.addStore('서초점')
  const key = newKey()
  const sold = await sell({ storeId: here, carId: member.carId }, { idempotencyKey: key })
  expect(await sell({ storeId: here, carId: member.carId }, { idempotencyKey: key })).toEqual(sold)
  const card = await sell({ storeId: here, method: 'cardTerminal', approvalNumber: '30012345' })
  expect(await detail(sold.orderId)).toMatchObject({
    ...{ state: 'Completed', storeId: here, payment: { method: 'cash' }, carId: member.carId },
    timeline: [{ cause: 'soldAtCounter', actorId: admin.id }, { cause: 'paidAtCounter' }, { cause: 'granted' }],
  })
  expect(await detail(card.orderId)).toMatchObject({
    payment: { method: 'cardTerminal', approvalNumber: '30012345' },
  })
  await refund(card.orderId, { amount: 5_000, cancelApprovalNumber: '30099999' })
  const figures = (by: 'method' | 'day') =>
    money.orders.call(getMoneyFigures, { from: today(), to: today(), by, storeId: here })
  expect((await figures('method')).rows).toMatchObject([
    { key: 'cardTerminal', name: '카드 단말기', figures: { orders: 1, paid: price, refunded: 5_000 } },
    { key: 'cash', name: '현금', figures: { orders: 1, paid: price, refunded: 0 } },
  ])
  expect((await figures('day')).total).toMatchObject({ orders: 2, paid: 2 * price, refunded: 5_000 })
  const { sql } = money.orders.backend
  expect(await sql`select state from orders.user_products where order_id = ${sold.orderId}`).toEqual([
    { state: 'Available' },
  ])
  await waitFor(() => {
    const audited = money.orders.events.filter(({ name }) => name === 'orders.audited')
    const of = audited.map(({ payload }) => payload).filter(({ entityId }) => entityId === card.orderId)
    expect(of).toMatchObject([
      { action: 'sellProduct', after: { storeId: here, method: 'cardTerminal', approvalNumber: '30012345' } },
      { action: 'refundOrder', after: { amount: 5_000, cancelApprovalNumber: '30099999' } },
    ])
  })
})

test('money of a counter is not compared with the provider', async () => {
  await sell()
  expect(await money.orders.call(compareSettlement, { date: today() })).toMatchObject({
    own: { payments: 0 },
    differences: [],
  })
})

test('a sale is refunded as it was paid, in parts, and a full refund takes the product back', async () => {
  const key = newKey()
  const sold = await sell()
  for (const _time of [1, 2]) await refund(sold.orderId, { amount: 10_000 }, { idempotencyKey: key })
  expect(await money.stored(sold.orderId)).toMatchObject({ state: 'Completed', refundedAmount: 10_000 })
  expect(await codeOf(refund(sold.orderId, { amount: 25_001 }))).toBe('AMOUNT_EXCEEDS_PAID')
  expect(await codeOf(refund(sold.orderId, { cancelApprovalNumber: '30012345' }))).toBe('VALIDATION_FAILED')
  expect(await refund(sold.orderId)).toMatchObject({ state: 'Refund', refundedAmount: price })
  expect((await money.ledger(sold.orderId)).slice(-2)).toMatchObject([
    { cause: 'refundedAtCounter', refunded: 10_000, to_state: 'Completed' },
    { cause: 'refundedAtCounter', refunded: 25_000, to_state: 'Refund' },
  ])
  const { sql } = money.orders.backend
  expect(await sql`select state from orders.user_products where order_id = ${sold.orderId}`).toEqual([
    { state: 'Cancel' },
  ])
  expect(await codeOf(refund(sold.orderId))).toBe('ORDER_STATE_INVALID')
  expect(await sql`select check_at from orders.orders where id = ${sold.orderId}`).toEqual([{ check_at: null }])
  expect(money.provider.ledger().payments.filter(({ merchant_uid }) => merchant_uid === sold.merchantUid)).toEqual([])

  const byCard = await sell({ method: 'cardTerminal', approvalNumber: approval() })
  expect(await codeOf(refund(byCard.orderId))).toBe('VALIDATION_FAILED')
  await money.orders.setSetting('orders.freshSignInWon', price)
  const stale = { staleSignIn: true } as const
  const cancel = { cancelApprovalNumber: '30012346' }
  await waitFor(async () => expect(await codeOf(refund(byCard.orderId, cancel, stale))).toBe('FRESH_SIGN_IN_REQUIRED'))
  expect(await refund(byCard.orderId, cancel)).toMatchObject({ state: 'Refund' })
})

test('the member cannot refund a sale of a counter alone', async () => {
  const { orderId } = await sell()
  const { actor } = member
  expect(await codeOf(money.orders.call(op.refundMyOrder, { orderId }, { actor }))).toBe('ORDER_NOT_REFUNDABLE')
})

test('an approval number counts once for a store and day, also in a race', async () => {
  const approvalNumber = approval()
  const sale = () => codeOf(sell({ method: 'cardTerminal', approvalNumber }))
  expect((await Promise.all([sale(), sale(), sale()])).toSorted()).toEqual([
    'VALIDATION_FAILED',
    'VALIDATION_FAILED',
    'none',
  ])
  const elsewhere = await money.orders.addStore('분당점')
  const other = { storeId: elsewhere, method: 'cardTerminal', approvalNumber } as const
  expect(await codeOf(sell(other))).toBe('none')
  expect(await codeOf(sell({ method: 'cardTerminal' }))).toBe('VALIDATION_FAILED')
  expect(await codeOf(sell({ approvalNumber: approval() }))).toBe('VALIDATION_FAILED')
})

test('a subscription is sold for one period, once, and replaces one with an unpaid renewal', async () => {
  const { id } = await money.orders.addProduct({ type: 'subscribe', price: 50_000, billingMonths: 1, useLimit: null })
  const owner = await money.orders.addMember()
  const pass = { memberId: owner.id, productId: id, amount: 50_000 }
  const sold = await sell(pass)
  const { sql } = money.orders.backend
  const held = () => sql`
    select state, next_billing_at, ends_at is not null as ends from orders.user_products
    where member_id = ${owner.id} order by created_at`
  expect(await held()).toEqual([{ state: 'Available', next_billing_at: null, ends: true }])
  expect(await codeOf(sell(pass))).toBe('ALREADY_SUBSCRIBED')
  await sql`update orders.user_products set due_at = ends_at where order_id = ${sold.orderId}`
  await sell(pass)
  expect(await held()).toMatchObject([{ state: 'Complete' }, { state: 'Available' }])
})

test('nothing is sold at a wrong price, store or car, or to a stranger of the own stores', async () => {
  const other = await money.orders.addMember()
  const elsewhere = await money.orders.addStore('판교점')
  const bound = (await money.orders.addProduct({ price, storeIds: [elsewhere] })).id
  const hidden = (await money.orders.addProduct({ price, onSale: false })).id
  const refused = [
    [{ amount: price - 1 }, 'AMOUNT_MISMATCH'],
    [{ memberId: randomUUID() }, 'MEMBER_NOT_FOUND'],
    [{ storeId: randomUUID() }, 'STORE_NOT_FOUND'],
    [{ productId: randomUUID() }, 'PRODUCT_NOT_FOUND'],
    [{ productId: hidden }, 'PRODUCT_NOT_ON_SALE'],
    [{ productId: bound }, 'PRODUCT_NOT_ON_SALE'],
    [{ carId: other.carId }, 'CAR_NOT_FOUND'],
  ] as const
  for (const [fields, code] of refused) expect([code, await codeOf(sell(fields))]).toEqual([code, code])
  const staff = { role: 'admin', id: randomUUID(), sessionId: randomUUID(), adminRole: 'staff' } as const
  const limited = { actor: { ...staff, storeIds: [storeId] } }
  expect(await codeOf(sell({ memberId: other.id }, limited))).toBe('MEMBER_NOT_FOUND')
  const listCars = () => money.orders.call(listCounterCars, { memberId: other.id }, limited)
  expect(await codeOf(listCars())).toBe('MEMBER_NOT_FOUND')
  const { sql } = money.orders.backend
  await sql`insert into orders.member_stores (member_id, store_id) values (${other.id}, ${storeId})`
  expect(await codeOf(sell({ memberId: other.id }, limited))).toBe('none')
  expect(await listCars()).toMatchObject([{ id: other.carId }])
  // sales of another store's counter are seen, and changed by that store alone
  const { orderId } = await sell({ memberId: other.id, storeId: elsewhere })
  const manager = { actor: { ...limited.actor, adminRole: 'manager' } } as const
  expect(await money.orders.call(op.getOrder, { orderId }, manager)).toMatchObject({ storeId: elsewhere })
  expect(await codeOf(refund(orderId, {}, { actor: { ...manager.actor, adminRole: 'accountant' } }))).toBe(
    'ORDER_NOT_FOUND',
  )
  const receipt = { orderId, kind: 'personal', identifier: '010-2222-3333' } as const
  expect(await codeOf(money.orders.call(contract.orders.issueCashReceipt, receipt, limited))).toBe('ORDER_NOT_FOUND')
})

test('a coupon counts at a counter by its code, within its limits and stores, and a refund gives it back', async () => {
  const elsewhere = await money.orders.addStore('동탄점')
  await money.orders.call(createCoupon, { name: '자동', discountWon: 1_000, productIds: [wash] })
  const fields = { discountWon: 5_000, limitTotal: 2, limitPerMember: 1, storeIds: [storeId] }
  const coupon = await money.orders.call(createCoupon, { name: '매장', code: 'COUNTER5', ...fields })
  const sale = { memberId: member.id, productId: wash, storeId }
  const priced = (couponCode?: string) =>
    money.orders.call(priceCounterSale, { ...sale, ...(couponCode !== undefined && { couponCode }) })
  expect(await priced()).toEqual({ price, discount: 0, amount: price, coupon: null })
  expect(await priced('counter-5')).toMatchObject({ discount: 5_000, amount: 30_000, coupon: { id: coupon.id } })
  const withCode = { couponCode: 'counter-5', amount: 30_000 }
  expect(await codeOf(sell({ ...withCode, amount: price }))).toBe('AMOUNT_MISMATCH')
  expect(await codeOf(sell({ ...withCode, storeId: elsewhere }))).toBe('COUPON_NOT_APPLICABLE')
  expect(await codeOf(sell({ ...withCode, couponCode: 'NOSUCH' }))).toBe('COUPON_NOT_FOUND')
  const key = newKey()
  const sold = await sell(withCode, { idempotencyKey: key })
  expect(await sell(withCode, { idempotencyKey: key })).toEqual(sold)
  expect(await detail(sold.orderId)).toMatchObject({ amount: 30_000, discount: 5_000, coupon: { code: 'COUNTER5' } })
  expect(await codeOf(sell(withCode))).toBe('COUPON_USED_UP')
  expect(await codeOf(priced('COUNTER5'))).toBe('COUPON_USED_UP')
  const others = await Promise.all([money.orders.addMember(), money.orders.addMember(), money.orders.addMember()])
  const raced = await Promise.all(others.map(({ id }) => codeOf(sell({ ...withCode, memberId: id }))))
  expect(raced.toSorted()).toEqual(['COUPON_USED_UP', 'COUPON_USED_UP', 'none'])
  const held = async () => (await money.orders.call(getCoupon, { id: coupon.id })).redemptions
  expect(await held()).toBe(2)
  await refund(sold.orderId, { amount: 10_000 })
  expect(await held()).toBe(2)
  await refund(sold.orderId)
  expect(await held()).toBe(1)
  expect(await codeOf(sell(withCode))).toBe('none')
})

test('what costs nothing with its coupon is sold without money or receipt, and a free first period is not', async () => {
  await money.orders.call(createCoupon, { name: '무료 세차', code: 'FREEWASH', discountPercent: 100 })
  const free = { couponCode: 'FREEWASH', amount: 0 }
  const cashReceipt = { kind: 'personal', identifier: '010-2222-3333' } as const
  expect(await codeOf(sell({ ...free, cashReceipt }))).toBe('VALIDATION_FAILED')
  const { orderId, userProductId } = await sell(free)
  expect(userProductId).not.toBeNull()
  expect(await refund(orderId)).toMatchObject({ state: 'Refund', refundedAmount: 0 })
  const plan = {
    type: 'subscribe',
    price: 50_000,
    billingMonths: 1,
    firstPeriodPrice: 0,
    commitmentPeriods: 3,
  } as const
  const { id: productId } = await money.orders.addProduct(plan)
  const sale = { memberId: member.id, productId, storeId }
  expect(await money.orders.call(priceCounterSale, sale)).toMatchObject({ price: 50_000, amount: 50_000 })
  expect(await codeOf(sell({ productId, amount: 50_000 }))).toBe('none')
})
