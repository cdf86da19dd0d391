import { randomUUID } from 'node:crypto'
import { contract, type Input, seoulDate, served } from '@kingcar/contract'
import { waitFor } from '@kingcar/testing'
import { beforeAll, expect, test } from 'vitest'
import { admin, codeOf, startTestOrders, type TestMember } from './orders-service.ts'
import { op, providerBeforeAll } from './orders-with-provider.ts'

const { sellProduct, issueCashReceipt, listCounterCars } = contract.orders
const money = providerBeforeAll({}, { notices: false })
const price = 35_000
const phone = '010-2222-3333'
const business = '124-81-00998'
let member: TestMember
let wash: string
let storeId: string

beforeAll(async () => {
  money.orders.clock.set(`${seoulDate(new Date(Date.now() + 86_400_000))}T12:00:00+09:00`)
  member = await money.orders.addMember()
  wash = (await money.orders.addProduct({ price })).id
  storeId = await money.orders.addStore('강남점')
})

type Sale = Input<typeof sellProduct>
const sale = (fields: Partial<Sale> = {}): Sale => {
  const cashReceipt = { kind: 'personal', identifier: phone } as const
  return { memberId: member.id, productId: wash, storeId, method: 'cash', amount: price, cashReceipt, ...fields }
}
const sell = (fields?: Partial<Sale>) => money.orders.call(sellProduct, sale(fields))
const detail = (orderId: string) => money.orders.call(op.getOrder, { orderId })
const refund = (orderId: string, fields: object = {}) =>
  money.orders.call(op.refundOrder, { orderId, reason: '고객 요청', ...fields })
const issue = (orderId: string, identifier = phone) =>
  money.orders.call(issueCashReceipt, { orderId, kind: 'personal', identifier })
const metric = async (name: string) =>
  Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await money.orders.metrics())?.[1])
/** The receipts of an order at the provider that are not cancelled, and all of them. */
const atProvider = (merchantUid: string) => {
  const own = money.provider.ledger().receipts.filter(({ merchant_uid }) => merchant_uid.startsWith(merchantUid))
  return { valid: own.filter(({ cancelled_at }) => cancelled_at === 0), all: own }
}
const settled = (orderId: string, expected: object) =>
  waitFor(async () => expect((await detail(orderId)).cashReceipt).toMatchObject(expected))

test('a receipt is issued in the background, replaced for the rest of a partial refund, and cancelled with the order', async () => {
  const { orderId, merchantUid } = await sell()
  await settled(orderId, { state: 'issued', kind: 'personal', amount: price, refusal: null })
  const { number, url } = (await detail(orderId)).cashReceipt ?? {}
  expect(atProvider(merchantUid).valid).toMatchObject([{ apply_num: number, type: 'person', amount: price }])
  const { actor } = member
  await waitFor(async () =>
    expect((await money.orders.call(op.getMyOrder, { orderId }, { actor })).payment?.receiptUrl).toBe(url),
  )
  await refund(orderId, { amount: 10_000 })
  await settled(orderId, { state: 'issued', amount: 25_000 })
  expect(atProvider(merchantUid)).toMatchObject({ valid: [{ amount: 25_000 }], all: { length: 2 } })
  await refund(orderId)
  await settled(orderId, { state: 'cancelled', number: null, url: null })
  expect(atProvider(merchantUid).valid).toEqual([])
})

test('a business gets it as proof of expenses, and its number is kept with the car if staff want so', async () => {
  const cashReceipt = { kind: 'corporate', identifier: business } as const
  const fields = { carId: member.carId, cashReceipt, method: 'bankTransfer', remembersBusiness: true } as const
  const { orderId, merchantUid } = await sell(fields)
  await settled(orderId, { state: 'issued', kind: 'corporate' })
  expect(atProvider(merchantUid).valid).toMatchObject([{ type: 'company' }])
  expect(await money.orders.call(listCounterCars, { memberId: member.id })).toEqual([
    { id: member.carId, carNumber: member.carNumber, businessNumber: '1248100998' },
  ])
})

test.each([
  { kind: 'personal', identifier: business },
  { kind: 'corporate', identifier: '124-81-00999' },
  { kind: 'corporate', identifier: phone },
] as const)('%j is refused', async (cashReceipt) => {
  expect(await codeOf(sell({ cashReceipt }))).toBe('VALIDATION_FAILED')
})

test('a card terminal gets no receipt, and a business without a car is not kept', async () => {
  expect(await codeOf(sell({ method: 'cardTerminal', approvalNumber: '11112222' }))).toBe('VALIDATION_FAILED')
  expect(await codeOf(sell({ remembersBusiness: true }))).toBe('VALIDATION_FAILED')
})

test('without an account at the provider no receipt is accepted', async () => {
  await using none = await startTestOrders()
  expect(await codeOf(none.call(sellProduct, sale()))).toBe('VALIDATION_FAILED')
})

test.each([
  ['was lost', { work: true, answer: 'drop' }],
  ['never arrived', { work: false, answer: 'drop' }],
  ['is no answer', { work: true, answer: 'error' }],
] as const)('an answer that %s leads to one receipt', async (_, fault) => {
  money.provider.misbehave({ path: '/receipts/external/*', method: 'POST', ...fault })
  const { orderId, merchantUid } = await sell()
  await settled(orderId, { state: 'issued' })
  expect(atProvider(merchantUid).all).toHaveLength(1)
  money.provider.misbehave({ path: '/receipts/external/*', method: 'DELETE', ...fault })
  await refund(orderId)
  await settled(orderId, { state: 'cancelled' })
  expect(atProvider(merchantUid)).toMatchObject({ valid: [], all: { length: 1 } })
})

test('an outage of any length drops no receipt', async () => {
  money.provider.misbehave({ path: '/receipts/external/*', calls: null, work: false, answer: 'drop' })
  const { orderId } = await sell()
  const { sql } = money.orders.backend
  await waitFor(async () =>
    expect(
      await sql`select attempts from orders.cash_receipts where order_id = ${orderId} and state = 'sent'`,
    ).toMatchObject([{ attempts: 2 }]),
  )
  await sql`update orders.cash_receipts set open_since = open_since - interval '2 hours' where order_id = ${orderId}`
  expect(await metric('kingcar_orders_oldest_cash_receipt_seconds')).toBeGreaterThan(7_199)
  await sql`
    update orders.cash_receipts set attempts = 40, sent_at = sent_at - interval '1 day', try_at = clock_timestamp()
    where order_id = ${orderId}`
  money.provider.behave()
  await settled(orderId, { state: 'issued' })
  await waitFor(async () => expect(await metric('kingcar_orders_oldest_cash_receipt_seconds')).toBe(0))
})

test('a refund while the receipt is being issued leaves none', async () => {
  money.provider.misbehave({ path: '/receipts/external/*', method: 'POST', before: 300 })
  const { orderId, merchantUid } = await sell()
  await refund(orderId)
  await settled(orderId, { state: 'cancelled' })
  expect(atProvider(merchantUid).valid).toEqual([])
})

test('a refused receipt says why without the number, and staff ask again', async () => {
  const message = '[5001] 현금영수증 식별정보 오류 01022223333'
  money.provider.misbehave({ path: '/receipts/external/*', method: 'POST', answer: 'refusal', work: false, message })
  const { orderId, merchantUid } = await sell()
  await settled(orderId, { state: 'refused', refusal: expect.stringContaining('식별정보 오류 …') })
  expect(atProvider(merchantUid).all).toEqual([])
  const attention = (storeIds: string[] | null) =>
    money.orders.call(served.orders.getAttention, {}, { actor: { ...admin, adminRole: 'manager', storeIds } as never })
  const refused = [{ kind: 'refusedReceipts', count: 1, examples: [{ id: orderId, name: member.name }] }]
  for (const stores of [null, [storeId]]) expect((await attention(stores)).items).toMatchObject(refused)
  expect((await attention([randomUUID()])).items).toEqual([])
  const listed = async () => (await money.orders.call(op.listOrders, { cashReceipt: 'refused' })).content
  expect(await listed()).toMatchObject([{ id: orderId }])
  // the member has never come to the store by car
  const seenAt = async (id: string) => {
    const manager = { actor: { ...admin, adminRole: 'manager', storeIds: [id] } as never }
    const { content } = await money.orders.call(op.listOrders, { cashReceipt: 'refused' }, manager)
    return [content.map((each) => each.id), await codeOf(money.orders.call(op.getOrder, { orderId }, manager))]
  }
  expect(await seenAt(storeId)).toEqual([[orderId], 'none'])
  expect(await seenAt(randomUUID())).toEqual([[], 'ORDER_NOT_FOUND'])
  expect(await metric('kingcar_orders_refused_cash_receipts')).toBe(1)
  expect(await issue(orderId)).toMatchObject({ state: 'pending', refusal: null })
  await settled(orderId, { state: 'issued' })
  expect([(await attention(null)).items, await listed()]).toEqual([[], []])
  expect(await codeOf(issue(orderId))).toBe('ORDER_STATE_INVALID')
  const { cashReceipt: _receipt, ...bare } = sale({ method: 'cardTerminal', approvalNumber: '33334444' })
  const byCard = await money.orders.call(sellProduct, bare)
  expect(await codeOf(issue(byCard.orderId))).toBe('ORDER_STATE_INVALID')
})

test('no event, audit entry or stored answer has the number, and it is erased when no receipt needs it', async () => {
  const { orderId } = await sell()
  await settled(orderId, { state: 'issued' })
  const { sql } = money.orders.backend
  const digits = phone.replaceAll('-', '')
  expect(JSON.stringify(money.orders.events)).not.toMatch(new RegExp(`${digits}|${phone}`))
  for (const table of ['cash_receipts', 'idempotency', 'outbox', 'orders', 'ledger', 'intents'])
    expect(await sql.unsafe(`select from orders.${table} t where t::text ~ '${digits}|${phone}'`)).toHaveLength(0)
  const kept = async () =>
    (await sql`select identifier is not null as kept from orders.cash_receipts where order_id = ${orderId}`)[0]?.kept
  expect(await kept()).toBe(true)
  await sql`update orders.cash_receipts set created_at = created_at - interval '30 days' where order_id = ${orderId}`
  await sell() // its receipt makes the job run before its minute is over
  await waitFor(async () => expect(await kept()).toBe(false))
  await refund(orderId, { amount: 1_000 })
  await settled(orderId, { state: 'refused', amount: 34_000 })
})

test('a member who leaves takes the number along', async () => {
  const leaver = await money.orders.addMember()
  const { orderId } = await sell({ memberId: leaver.id })
  await settled(orderId, { state: 'issued' })
  await money.orders.publishAndWait('member.left', { memberId: leaver.id, leftAt: new Date().toISOString() })
  const { sql } = money.orders.backend
  expect(await sql`select identifier from orders.cash_receipts where order_id = ${orderId}`).toEqual([
    { identifier: null },
  ])
})

test('a refused receipt of a member who has left needs no person', async () => {
  const leaver = await money.orders.addMember()
  const counted = () => metric('kingcar_orders_refused_cash_receipts')
  const before = await counted()
  money.provider.misbehave({ path: '/receipts/external/*', method: 'POST', answer: 'refusal', work: false })
  const { orderId } = await sell({ memberId: leaver.id })
  await settled(orderId, { state: 'refused' })
  await waitFor(async () => expect(await counted()).toBe(before + 1))
  await money.orders.publishAndWait('member.left', { memberId: leaver.id, leftAt: new Date().toISOString() })
  await waitFor(async () => expect(await counted()).toBe(before))
  const { content } = await money.orders.call(op.listOrders, { cashReceipt: 'refused' })
  expect(content.map(({ id }) => id)).not.toContain(orderId)
  const { items } = await money.orders.call(served.orders.getAttention, {})
  expect(JSON.stringify(items)).not.toContain(orderId)
})
