import { randomUUID } from 'node:crypto'
import type { Actor } from '@kingcar/bus'
import { type AdminRole, contract, type EventOf, type Input, type Operation } from '@kingcar/contract'
import { waitFor } from '@kingcar/testing'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { beforeAll, expect, test } from 'vitest'
import { rowInserter } from './insert-rows.ts'
import { admin, codeOf, startTestOrders } from './orders-service.ts'
import { addUserProduct, later, productOf, storeId, visitOf, visitsBeforeAll } from './visit-fixtures.ts'

const { listUseLogs, countUseLogs, exportUseLogs, createUseLog, reverseUseLog } = contract.orders
const { listOrders, countOrders, exportOrders, getOrder, refundOrder, listOwedReturns, settleOwedReturn } =
  contract.orders
const { listUserProducts, countUserProducts, exportUserProducts } = contract.orders

/* What an administrator of one store gets: the own store's, and nothing of another one, whatever the input is. */
const orders = startedBeforeAll(startTestOrders)
const visits = visitsBeforeAll(orders)
let rows: ReturnType<typeof rowInserter>
beforeAll(() => {
  rows = rowInserter(orders.backend.sql)
})

const elsewhere = randomUUID()
const limited = (adminRole: AdminRole): Actor => ({ ...admin, adminRole, storeIds: [storeId] }) as Actor
const as = <O extends Operation>(adminRole: AdminRole, op: O, input: Input<O>) =>
  orders.call(op, input, { actor: limited(adminRole) })
const idsOf = ({ content }: { content: { id: string }[] }) => new Set(content.map(({ id }) => id))
const reason = '번호판이 가려짐'
/** A visit that a recognizer read. */
const read = { deviceId: randomUUID() }

// ASVS 8.2.2
test('uses: lists and files are of the own store, and only these are recorded by hand and reversed', async () => {
  const { id: memberId } = await orders.addMember({ carNumber: '11가1111' })
  const userProductId = await addUserProduct(orders, memberId)
  const visitAt = (at: string) => visitOf(memberId, { late: true, carNumber: '11가1111', storeId: at })
  const [own, other] = [visitAt(storeId), visitAt(elsewhere)]
  await visits.recordAndWait(own, other)
  const record = (visitId: string) => as('staff', createUseLog, { visitId, userProductId, reason })
  expect(await codeOf(record(other.id))).toBe('VISIT_NOT_FOUND')
  expect(await productOf(orders, userProductId)).toMatchObject({ remaining: 4 })
  const use = await record(own.id)
  const others = await orders.call(createUseLog, { visitId: other.id, userProductId, reason })
  expect(idsOf(await orders.call(listUseLogs, {}))).toEqual(new Set([use.id, others.id]))
  for (const input of [{}, { memberId }, { storeId }, { q: '1111' }]) {
    const seen = await as('staff', listUseLogs, input)
    expect([idsOf(seen), seen.totalElements]).toEqual([new Set([use.id]), 1])
  }
  expect(await codeOf(as('staff', listUseLogs, { storeId: elsewhere }))).toBe('FORBIDDEN')
  expect(await as('staff', countUseLogs, {})).toEqual({ count: 1, reversed: 0 })
  expect(await codeOf(as('staff', countUseLogs, { storeId: elsewhere }))).toBe('FORBIDDEN')
  const { lines } = await as('manager', exportUseLogs, { reason })
  expect([lines.includes(use.id), lines.includes(others.id)]).toEqual([true, false])
  expect(await codeOf(as('staff', reverseUseLog, { id: others.id, reason }))).toBe('USE_LOG_NOT_FOUND')
  expect(await productOf(orders, userProductId)).toMatchObject({ remaining: 2 })
  expect(await as('staff', reverseUseLog, { id: use.id, reason })).toMatchObject({ reverseReason: reason })
})

// ASVS 8.2.3
test('a search does not confirm a phone number or email to staff', async () => {
  const { id: memberId } = await orders.addMember({ phoneNumber: '+821077778888', carNumber: '22나9999' })
  const use = await rows.useLog({ memberId, userProductId: await addUserProduct(orders, memberId), store_id: storeId })
  for (const q of ['8888', '010-7777-8888']) {
    expect(idsOf(await as('manager', listUseLogs, { q }))).toEqual(new Set([use.id]))
    expect(idsOf(await as('staff', listUseLogs, { q }))).toEqual(new Set())
  }
  expect(idsOf(await as('staff', listUseLogs, { q: '9999' }))).toEqual(new Set([use.id]))
})

// ASVS 8.2.2
test('orders, products and owed money are those of members who come to the own store', async () => {
  const [own, other] = [await orders.addMember({ carNumber: '33다3333' }), await orders.addMember()]
  await visits.recordAndWait(visitOf(own.id, read), visitOf(other.id, { storeId: elsewhere, ...read }))
  const orderOf = async (memberId: string) => (await rows.order({ memberId })).id
  const owedOf = async (memberId: string, order_id: string) => {
    const id = randomUUID()
    const owed = { id, order_id, member_id: memberId, payment_uid: id, amount: 1_000, cause: 'paidTwice' }
    await orders.backend
      .sql`insert into orders.owed_returns ${orders.backend.sql({ ...owed, since: new Date(), needs_account: true, next_try_at: new Date(Date.now() + 3_600_000) })}`
    return id
  }
  const [order, othersOrder] = [await orderOf(own.id), await orderOf(other.id)]
  const [product, othersProduct] = [await addUserProduct(orders, own.id), await addUserProduct(orders, other.id)]
  const [owed, othersOwed] = [await owedOf(own.id, order), await owedOf(other.id, othersOrder)]
  const seenBy = async (actor: Actor) =>
    Promise.all([
      orders.call(listOrders, {}, { actor }),
      orders.call(listUserProducts, {}, { actor }),
      orders.call(listOwedReturns, {}, { actor }),
    ])
  for (const list of await seenBy(admin)) expect(list.totalElements).toBeGreaterThan(1)
  const [listed, products, owing] = await seenBy(limited('accountant'))
  expect([idsOf(listed), listed.totalElements]).toEqual([new Set([order]), 1])
  expect([idsOf(products).has(product), idsOf(products).has(othersProduct)]).toEqual([true, false])
  expect([idsOf(owing), owing.totalElements]).toEqual([new Set([owed]), 1])
  expect(await as('manager', countOrders, {})).toMatchObject({ count: 1 })
  expect(await as('manager', countUserProducts, {})).toEqual({ count: products.totalElements })
  expect(await codeOf(as('staff', countUserProducts, { renewal: 'unpaid' }))).toBe('FORBIDDEN')
  expect(idsOf(await orders.call(listOrders, { storeId }))).toEqual(new Set([order]))
  for (const q of [othersOrder, `kc_${othersOrder}`])
    expect((await as('manager', listOrders, { q })).totalElements).toBe(0)
  for (const op of [exportOrders, exportUserProducts]) {
    const { lines } = await as('manager', op, { reason })
    expect([lines.includes(own.id), lines.includes(other.id)]).toEqual([true, false])
    const chosen = await as('manager', op, { reason, ids: [othersOrder, othersProduct] })
    expect(chosen.lines.split('\r\n')).toHaveLength(2) // the headings
  }
  expect(await as('manager', getOrder, { orderId: order })).toMatchObject({ id: order })
  expect(await codeOf(as('manager', getOrder, { orderId: othersOrder }))).toBe('ORDER_NOT_FOUND')
  expect(await codeOf(as('accountant', refundOrder, { orderId: othersOrder, reason }))).toBe('ORDER_NOT_FOUND')
  expect(await codeOf(as('accountant', settleOwedReturn, { id: othersOwed, reason }))).toBe('OWED_RETURN_NOT_FOUND')
  expect(await as('accountant', settleOwedReturn, { id: owed, reason })).toMatchObject({ settledHow: 'byHand' })
  expect((await orders.call(listOwedReturns, {})).totalElements).toBe(1)
})

test('staff see what products can be used, not how they were paid', async () => {
  const { id: memberId } = await orders.addMember()
  await visits.recordAndWait(visitOf(memberId, read))
  const dunning = { since: new Date().toISOString(), reason: 'limitExceeded', scheduledTries: 1, otherTries: 0 }
  const { id: orderId } = await rows.order({ memberId })
  const due = { order_id: orderId, due_at: new Date(), next_billing_at: new Date(Date.now() + 86_400_000) }
  await rows.userProduct({
    memberId,
    ...{ type: 'subscribe', billing_months: 1, use_limit: null, remaining_uses: null, ends_at: new Date() },
    ...{ ...due, state: 'Unavailable', dunning: orders.backend.sql.json(dunning) },
  })
  const productOfMember = async (adminRole: AdminRole) =>
    (await as(adminRole, listUserProducts, { memberId })).content[0]
  expect(await productOfMember('manager')).toMatchObject({ orderId, dunning: { reason: 'limitExceeded' } })
  expect(await productOfMember('staff')).toMatchObject({ memberId, orderId: null, dunning: null })
})

test('a member comes to the stores where a recognizer read a visit, whatever administrators noted or corrected', async () => {
  const { id: memberId } = await orders.addMember()
  const [first, second] = [randomUUID(), randomUUID()]
  const storesOf = async () => {
    const found = await orders.backend.sql<{ storeId: string }[]>`
      select store_id as "storeId" from orders.member_stores where member_id = ${memberId}`
    return new Set(found.map(({ storeId }) => storeId))
  }
  const noted = visitOf(memberId, { storeId: randomUUID() })
  const guest = visitOf(null, { storeId: randomUUID(), ...read })
  const corrected = later(guest, { memberId, corrected: true })
  const doubtful = visitOf(memberId, { storeId: randomUUID(), doubtful: true, ...read })
  const merged = visitOf(memberId, { storeId: randomUUID(), mergedInto: noted.id, ...read })
  await visits.recordAndWait(noted, guest, corrected, doubtful, merged)
  await rows.useLog({ memberId, userProductId: await addUserProduct(orders, memberId), store_id: noted.storeId })
  expect(await storesOf()).toEqual(new Set())

  const visit = visitOf(memberId, { storeId: first, ...read })
  await visits.recordAndWait(visit, visit)
  expect(await storesOf()).toEqual(new Set([first]))
  const late = visitOf(null, { storeId: second, ...read })
  await visits.recordAndWait(later(late, { memberId }), late)
  expect(await storesOf()).toEqual(new Set([first, second]))
  await waitFor(() => {
    const came = orders.events.flatMap(({ name, payload }) => (name === 'orders.membersCame' ? [payload] : []))
    const pairs = (came as EventOf<'orders.membersCame'>[]).flatMap(({ members }) => members)
    const stores = pairs.flatMap((pair) => (pair.memberId === memberId ? [pair.storeId] : []))
    expect(stores.sort()).toEqual([first, second].sort())
  })
})
