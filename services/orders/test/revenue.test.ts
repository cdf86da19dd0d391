import { contract, type Input } from '@kingcar/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowInserter } from './insert-rows.ts'
import { codeOf, type Orders, startTestOrders } from './orders-service.ts'
import { startOrdersWithProvider } from './orders-with-provider.ts'

const { getRevenue } = contract.orders
let orders: Orders
beforeAll(async () => {
  orders = await startTestOrders()
  const rows = rowInserter(orders.backend.sql)
  const { id: memberId } = await orders.addMember()
  const { id } = await rows.order({ memberId })
  const entries: [string, object][] = [
    ['2026-01-30T15:00:00.000Z', { paid: 30_000 }], // start of the 31st in Seoul
    ['2026-01-31T14:59:59.999Z', { paid: 70_000 }], // its end
    ['2026-01-31T15:00:00.000Z', { paid: 5_000, refunded: 5_000 }],
    ['2026-02-03T00:00:00.000Z', { refunded: 30_000 }],
    ['2026-02-03T00:00:00.000Z', { cause: 'noted' }], // no money moved
  ]
  for (const [at, fields] of entries) await rows.entry(id, { at, ...fields })
})
afterAll(() => orders[Symbol.asyncDispose]())

const revenue = (input: Input<typeof getRevenue>) => orders.call(getRevenue, input)
const none = { paid: 0, refunded: 0, count: 0 }

test('payments and refunds are summed by day in Seoul, including empty days', async () => {
  expect(await revenue({ from: '2026-01-31', to: '2026-02-03' })).toEqual([
    { period: '2026-01-31', paid: 100_000, refunded: 0, count: 2 },
    { period: '2026-02-01', paid: 5_000, refunded: 5_000, count: 1 },
    { period: '2026-02-02', ...none },
    { period: '2026-02-03', ...none, refunded: 30_000 },
  ])
})

test('by month, a range may begin and end on any day', async () => {
  expect(await revenue({ from: '2025-12-31', to: '2026-02-01T00:00:00Z', by: 'month' })).toEqual([
    { period: '2025-12', ...none },
    { period: '2026-01', paid: 100_000, refunded: 0, count: 2 },
    { period: '2026-02', paid: 5_000, refunded: 5_000, count: 1 },
  ])
  const moment = '2026-01-31T00:00:00Z'
  expect(await revenue({ from: moment, to: moment })).toEqual([])
})

test('a range that is too long or ends before it begins is refused', async () => {
  expect(await codeOf(revenue({ from: '0001-01-01', to: '9999-12-31' }))).toBe('VALIDATION_FAILED')
  expect(await codeOf(revenue({ from: '2026-02-01', to: '2026-01-01' }))).toBe('VALIDATION_FAILED')
})

test("money counts on the day of the provider's payment and refund, also if it is noticed on the next day", async () => {
  await using money = await startOrdersWithProvider({}, { notices: false })
  const { clock, call, addMember, addProduct } = money.orders
  const member = await addMember()
  const { id: productId } = await addProduct({ price: 35_000 })
  const [full, part] = [await money.order(member, productId), await money.order(member, productId)]
  const day = async (period: string) => (await call(getRevenue, { from: period, to: period }))[0]
  /** Plays what happens at the provider in the last seconds of a day; it is noticed on the next day. */
  const beforeMidnight = async (date: string, status: string, work: () => string[]) => {
    clock.set(`${date}T23:59:57+09:00`)
    const uids = work()
    const midnight = new Date(`${date}T24:00:00+09:00`)
    await expect.poll(() => clock.now() >= midnight).toBe(true)
    for (const [index, { merchantUid }] of [full, part].entries())
      await money.notice({ imp_uid: uids[index] ?? '', merchant_uid: merchantUid, status })
  }
  let uids: string[] = []
  await beforeMidnight('2027-02-01', 'paid', () => {
    uids = [full, part].map(
      ({ merchantUid }) => money.provider.pay({ merchant_uid: merchantUid, amount: 35_000 }).imp_uid,
    )
    return uids
  })
  for (const { id } of [full, part]) await money.waitForState(id, 'Completed')
  expect(await day('2027-02-01')).toMatchObject({ paid: 70_000, count: 2 })
  expect(await day('2027-02-02')).toMatchObject(none)
  await beforeMidnight('2027-02-03', 'cancelled', () => {
    money.provider.cancel({ imp_uid: uids[0] ?? '' })
    money.provider.cancel({ imp_uid: uids[1] ?? '', amount: 5_000 })
    return uids
  })
  await money.waitForState(full.id, 'Refund')
  await expect.poll(() => money.stored(part.id)).toMatchObject({ refundedAmount: 5_000 })
  expect(await day('2027-02-03')).toMatchObject({ refunded: 40_000 })
  expect(await day('2027-02-04')).toMatchObject(none)
  const { refundedAt } = await call(contract.orders.getOrder, { orderId: full.id })
  expect(refundedAt?.slice(0, 13)).toBe('2027-02-03T14')
})

test('several refunds of one payment that are noticed together count each on its day', async () => {
  await using money = await startOrdersWithProvider({}, { notices: false })
  const { clock, call, addMember, addProduct } = money.orders
  const { id: productId } = await addProduct({ price: 35_000 })
  const member = await addMember()
  const [part, full] = [await money.order(member, productId), await money.order(member, productId)]
  const uids: string[] = []
  for (const { id: orderId, merchantUid } of [part, full]) {
    const { imp_uid: impUid } = money.provider.pay({ merchant_uid: merchantUid, amount: 35_000 })
    await call(contract.orders.payOrder, { orderId, impUid }, { actor: member.actor })
    uids.push(impUid)
  }
  const [partUid = '', fullUid = ''] = uids
  // the sweep of cancellations, or a reconciliation, would find the first ones alone
  for (const path of ['/payments/status/cancelled', '/payments/findAll/*', '/payments'])
    money.provider.misbehave({ path, method: 'GET', calls: null, answer: 'error' })
  clock.set('2027-02-05T23:59:57+09:00')
  money.provider.cancel({ imp_uid: partUid, amount: 5_000 })
  money.provider.cancel({ imp_uid: fullUid, amount: 1_000 })
  await expect.poll(() => clock.now() >= new Date('2027-02-06T00:00:01+09:00')).toBe(true)
  money.provider.cancel({ imp_uid: partUid, amount: 3_000 })
  money.provider.cancel({ imp_uid: fullUid })
  money.provider.behave()
  for (const [index, { merchantUid }] of [part, full].entries())
    await money.notice({ imp_uid: uids[index] ?? '', merchant_uid: merchantUid, status: 'cancelled' })
  await money.waitForState(full.id, 'Refund')
  await expect.poll(() => money.stored(part.id)).toMatchObject({ refundedAmount: 8_000 })
  const range = { from: '2027-02-05', to: '2027-02-06' }
  expect(await call(getRevenue, range)).toMatchObject([{ refunded: 6_000 }, { refunded: 37_000 }])
})
