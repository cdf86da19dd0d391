import { randomUUID } from 'node:crypto'
import { contract } from '@kingcar/contract'
import { waitFor } from '@kingcar/testing'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { expect, test } from 'vitest'
import { codeOf, startTestOrders } from './orders-service.ts'
import {
  addUserProduct,
  decisionOf,
  later,
  productOf,
  usesOf,
  visitOf,
  visitsBeforeAll,
  visitUsedEvents,
} from './visit-fixtures.ts'

const orders = startedBeforeAll(startTestOrders)
const visits = visitsBeforeAll(orders)

const { createUseLog, reverseUseLog } = contract.orders
const createByHand = (visitId: string, userProductId: string, idempotencyKey?: string) =>
  orders.call(
    createUseLog,
    { visitId, userProductId, reason: '번호판이 가려짐' },
    idempotencyKey ? { idempotencyKey } : {},
  )

test('a product is used for a late visit; the use is emitted like any other, audited, and reversed', async () => {
  const { id: member } = await orders.addMember()
  const visit = visitOf(member, { late: true, carNumber: '12가3456' })
  await visits.recordAndWait(visit)
  const product = await addUserProduct(orders, member, { carLimit: 1, carId: randomUUID() })
  const key = randomUUID()
  const used = await createByHand(visit.id, product, key)
  expect(used).toMatchObject({
    visitId: visit.id,
    userProductId: product,
    memberName: '홍길동',
    usedAt: visit.recognizedAt,
  })
  expect(await createByHand(visit.id, product, key)).toEqual(used)
  expect(await productOf(orders, product)).toMatchObject({ remaining: 3 })
  const judgedProduct = { userProductId: product, productName: '월 4회 세차 구독' }
  await waitFor(() => {
    expect(visitUsedEvents(orders, visit.id)).toMatchObject([{ productUsed: { remainingUses: 3 }, version: 1 }])
    expect(decisionOf(orders, visit.id)).toMatchObject({ useDecision: 'used', judgedProduct })
    const entries = orders.events.filter(
      ({ name, payload }) => name === 'orders.audited' && payload.entityId === used.id,
    )
    const after = { visitId: visit.id, userProductId: product, remainingUses: 3, reason: '번호판이 가려짐' }
    expect(entries).toMatchObject([{ payload: { action: 'createUseLog', entity: 'useLog', before: null, after } }])
  })
  await visits.recordAndWait(later(visit, { reads: 2 }))
  expect(await usesOf(orders, visit.id)).toHaveLength(1)

  await orders.call(reverseUseLog, { id: used.id, reason: '실수' })
  expect(await productOf(orders, product)).toMatchObject({ remaining: 4 })
  await waitFor(() => expect(decisionOf(orders, visit.id)).toMatchObject({ useDecision: 'reversed', judgedProduct }))
  // The product's change decides the visit again: it stays reversed.
  await waitFor(async () => expect(await orders.backend.backlog('orders-events')).toBe(0))
  const { sql } = orders.backend
  expect(await sql`select decision ->> 'useDecision' as decision from orders.visits where id = ${visit.id}`).toEqual([
    { decision: 'reversed' },
  ])
  await createByHand(visit.id, product)
  expect(await productOf(orders, product)).toMatchObject({ remaining: 3 })
})

test('a use by hand that is not possible is refused with a code and changes nothing', async () => {
  const [member, other] = [randomUUID(), randomUUID()]
  const [mine, others] = [await addUserProduct(orders, member), await addUserProduct(orders, other)]
  const usedUp = await addUserProduct(orders, member, { remainingUses: 0 })
  const complete = await addUserProduct(orders, member, {
    ...{ type: 'onetime', state: 'Complete', useLimit: 1, remainingUses: 0 },
  })
  const withdrawn = await addUserProduct(orders, member, { state: 'Cancel' })
  const ended = await addUserProduct(orders, member, {
    ...{
      state: 'Complete',
      startsAt: new Date(Date.now() - 40 * 86_400_000),
      endsAt: new Date(Date.now() - 86_400_000),
    },
  })
  const [free, used] = [visitOf(member, { late: true }), visitOf(member)]
  const [guest, merged] = [visitOf(null, { corrected: true }), visitOf(member, { mergedInto: randomUUID() })]
  await visits.recordAndWait(free, used, guest, merged)
  const codes: [visitId: string, userProductId: string, code: string][] = [
    [randomUUID(), mine, 'VISIT_NOT_FOUND'],
    [guest.id, mine, 'VISIT_NOT_FOUND'],
    [merged.id, mine, 'VISIT_MERGED'],
    [used.id, mine, 'VISIT_USED'],
    [free.id, others, 'USER_PRODUCT_NOT_FOUND'],
    [free.id, randomUUID(), 'USER_PRODUCT_NOT_FOUND'],
    [free.id, usedUp, 'USER_PRODUCT_USED_UP'],
    [free.id, complete, 'USER_PRODUCT_USED_UP'],
    [free.id, withdrawn, 'USER_PRODUCT_STATE_INVALID'],
    [free.id, ended, 'USER_PRODUCT_STATE_INVALID'],
  ]
  const before = await orders.backend.sql`select id, remaining_uses, version from orders.user_products order by id`
  for (const [visitId, product, code] of codes)
    expect([code, await codeOf(createByHand(visitId, product))]).toEqual([code, code])
  expect(await orders.backend.sql`select id, remaining_uses, version from orders.user_products order by id`).toEqual(
    before,
  )
  expect(await usesOf(orders, free.id)).toEqual([])
})

test('of two concurrent requests one uses the product, and a product bought after the visit is used today', async () => {
  const member = randomUUID()
  const visit = visitOf(member, { recognizedAt: new Date(Date.now() - 5 * 86_400_000).toISOString() })
  await visits.recordAndWait(visit)
  const [first, second] = [await addUserProduct(orders, member), await addUserProduct(orders, member)]
  const codes = await Promise.all(
    [first, second, first, second].map((product) => codeOf(createByHand(visit.id, product))),
  )
  expect(codes.toSorted()).toEqual(['VISIT_USED', 'VISIT_USED', 'VISIT_USED', 'none'])
  const uses = await orders.backend.sql<{ at: Date }[]>`
    select used_at as at from orders.use_logs where visit_id = ${visit.id}`
  expect(uses).toHaveLength(1)
  expect(Date.now() - Number(uses[0]?.at)).toBeLessThan(86_400_000)
})
