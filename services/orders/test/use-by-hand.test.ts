import { randomUUID } from 'node:crypto'
import { contract } from '@kingcar/contract'
import { waitFor } from '@kingcar/testing'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { describe, expect, test } from 'vitest'
import { expectFiguresToBeExact } from './figures.ts'
import { codeOf, startTestOrders } from './orders-service.ts'
import {
  addUserProduct,
  decisionOf,
  decisionsOf,
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

describe('a product with several uses a visit', () => {
  const product = (memberId: string, fields: Parameters<typeof addUserProduct>[2] = {}) =>
    addUserProduct(orders, memberId, { useLimit: 10, usesPerStay: 3, ...fields })
  const remaining = async (id: string) => (await productOf(orders, id))?.remaining
  /** The uses of a visit that are not reversed. */
  const current = async (visitId: string) => (await usesOf(orders, visitId)).filter(({ reason }) => reason === null)

  test('is used once by the visit, and by hand until the limit is reached; each use can be reversed', async () => {
    const member = randomUUID()
    const [held, other] = [await product(member), await addUserProduct(orders, member, { endsAt: new Date(4e12) })]
    const visit = visitOf(member)
    await visits.recordAndWait(visit, later(visit, { reads: 2 }))
    expect(await codeOf(createByHand(visit.id, other))).toBe('VISIT_USED')
    const [second, third] = [await createByHand(visit.id, held), await createByHand(visit.id, held)]
    expect(await codeOf(createByHand(visit.id, held))).toBe('VISIT_USED')
    await visits.recordAndWait(later(visit, { revision: 3, reads: 3 }), visit)
    expect([await current(visit.id), await remaining(held)]).toMatchObject([{ length: 3 }, 7])
    await waitFor(() =>
      expect(visitUsedEvents(orders, visit.id)).toMatchObject(
        [9, 8, 7].map((remainingUses, at) => ({ productUsed: { remainingUses }, version: at + 1 })),
      ),
    )

    const [automatic] = await usesOf(orders, visit.id)
    await orders.call(reverseUseLog, { id: automatic?.id ?? '', reason: '하나만' })
    await orders.call(reverseUseLog, { id: third.id, reason: '하나만' })
    await visits.recordAndWait(later(visit, { revision: 4, reads: 4 }))
    expect([await current(visit.id), await remaining(held)]).toMatchObject([[{ id: second.id }], 9])
    await waitFor(() =>
      expect(visitUsedEvents(orders, visit.id).at(-1)).toMatchObject({ productUsed: { remainingUses: 9 }, version: 5 }),
    )
    const judgedProduct = { userProductId: held, productName: '월 4회 세차 구독' }
    expect(decisionsOf(orders, visit.id)).toMatchObject([{ useDecision: 'used', judgedProduct }])
    await orders.call(reverseUseLog, { id: second.id, reason: '모두' })
    await visits.recordAndWait(later(visit, { revision: 5, reads: 5 }))
    await waitFor(() => expect(decisionOf(orders, visit.id)).toMatchObject({ useDecision: 'reversed', judgedProduct }))
    expect([await current(visit.id), await remaining(held)]).toEqual([[], 10])
    await expectFiguresToBeExact(orders.backend.sql)
  })

  test('is given back with all uses when the visit moves to another member, or into another visit', async () => {
    const [member, other] = [randomUUID(), randomUUID()]
    const [held, others] = [await product(member), await product(other)]
    const [visit, first] = [visitOf(member), visitOf(member)]
    await visits.recordAndWait(visit, first)
    const byHand = await createByHand(visit.id, held)
    await createByHand(visit.id, held)
    await orders.call(reverseUseLog, { id: byHand.id, reason: '하나만' })
    const moved = later(visit, { memberId: other, carNumber: '34나5678', corrected: true })
    await visits.recordAndWait(moved, moved, visit)
    expect([await current(visit.id), await remaining(held)]).toMatchObject([[{ product: others, member: other }], 9])
    const back = later(visit, { revision: 3, corrected: true })
    await visits.recordAndWait(back)
    expect(await current(visit.id)).toMatchObject([{ product: held }])
    expect([await remaining(held), await remaining(others)]).toEqual([8, 10])
    expect(decisionOf(orders, visit.id)).toMatchObject({ useDecision: 'used' })

    await createByHand(visit.id, held)
    await visits.recordAndWait(later(back, { mergedInto: first.id }))
    expect([await current(visit.id), await current(first.id)]).toMatchObject([[], { length: 1 }])
    expect(await remaining(held)).toBe(9)
    await expectFiguresToBeExact(orders.backend.sql)
  })

  test('is used by one of several concurrent requests for the last use, and keeps to its uses a day', async () => {
    const member = randomUUID()
    const held = await product(member, { usesPerStay: 2, usesPerDay: 2 })
    const visit = visitOf(member)
    await visits.recordAndWait(visit)
    const codes = await Promise.all(Array.from({ length: 4 }, () => codeOf(createByHand(visit.id, held))))
    expect(codes.toSorted()).toEqual(['VISIT_USED', 'VISIT_USED', 'VISIT_USED', 'none'])
    expect([await current(visit.id), await remaining(held)]).toMatchObject([{ length: 2 }, 8])
    const next = visitOf(member)
    await visits.recordAndWait(next)
    await waitFor(() => expect(decisionOf(orders, next.id)).toMatchObject({ useDecision: 'dayLimit' }))
  })
})

test('a visit has one automatic use, whatever writes it', async () => {
  const member = randomUUID()
  await addUserProduct(orders, member, { usesPerStay: 3 })
  const visit = visitOf(member)
  await visits.recordAndWait(visit)
  const { sql } = orders.backend
  const [use] = await sql`select * from orders.use_logs where visit_id = ${visit.id}`
  await expect(sql`insert into orders.use_logs ${sql({ ...use, id: randomUUID() })}`).rejects.toThrow(/automatic/)
})
