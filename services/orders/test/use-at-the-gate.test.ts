import { randomUUID } from 'node:crypto'
import { contract, type RecordedVisit } from '@kingcar/contract'
import { waitFor } from '@kingcar/testing'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Orders, startTestOrders } from './orders-service.ts'
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
beforeAll(async () => {
  await orders.startAnother()
})

const { grantUserProduct, moveUserProduct, reverseUseLog, cancelUserProduct } = contract.orders

/** Waits until the service has consumed its own events. */
const settled = () =>
  waitFor(async () => {
    expect(await orders.backend.sql`select from orders.outbox limit 1`).toEqual([])
    expect(await orders.backend.backlog('orders-events')).toBe(0)
  })

async function grant(memberId: string, fields: Parameters<Orders['addProduct']>[0] = {}) {
  const product = await orders.addProduct(fields)
  const granted = await orders.call(grantUserProduct, { memberId, productId: product.id, reason: '현장 판매' })
  await settled()
  return granted
}
const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString()
const usesPerVisit = async (...of: RecordedVisit[]) =>
  (await Promise.all(of.map(({ id }) => usesOf(orders, id)))).map(({ length }) => length)

describe('a visit that used nothing', () => {
  test('uses a product that its member gets within ten minutes, once, without a further read', async () => {
    const member = await orders.addMember()
    const visit = visitOf(member.id, { recognizedAt: ago(9 * 60) })
    await visits.recordAndWait(visit, visit)
    await waitFor(() => expect(decisionOf(orders, visit.id)).toMatchObject({ useDecision: 'noProduct' }))
    const { id, productName } = await grant(member.id, { useLimit: 2 })
    expect(await usesOf(orders, visit.id)).toMatchObject([{ product: id, reason: null }])
    await waitFor(() => {
      expect(visitUsedEvents(orders, visit.id)).toMatchObject([{ productUsed: { productName, remainingUses: 1 } }])
      const judgedProduct = { userProductId: id, productName }
      expect(decisionOf(orders, visit.id)).toMatchObject({ useDecision: 'used', judgedProduct })
    })
    const event = orders.events.find(
      ({ name, payload }) => name === 'orders.userProductChanged' && payload.memberId === member.id,
    )
    const gateway = await orders.backend.bus('orders')
    for (const again of [1, 2])
      await gateway.publish([
        { id: `${again}-${randomUUID()}`, subject: 'evt.orders.userProductChanged', payload: event?.payload },
      ])
    await grant(member.id)
    await visits.recordAndWait(later(visit, { reads: 2 }))
    expect(await usesOf(orders, visit.id)).toHaveLength(1)
  })

  test('uses nothing that its member gets later, nor what starts later', async () => {
    const member = await orders.addMember()
    const [early, recent] = [visitOf(member.id, { recognizedAt: ago(601) }), visitOf(member.id)]
    await visits.recordAndWait(early, recent)
    const { id: productId } = await orders.addProduct()
    const startsAt = new Date(Date.now() + 60_000).toISOString()
    await orders.call(grantUserProduct, { memberId: member.id, productId, startsAt, reason: '예약' })
    await settled()
    expect(await usesPerVisit(early, recent)).toEqual([0, 0])
    await grant(member.id)
    expect(await usesPerVisit(early, recent)).toEqual([0, 1])
    await visits.recordAndWait(later(early, { reads: 2 }))
    expect(await usesPerVisit(early)).toEqual([0])
  })

  test('uses only what its store, its car and the uses of the day allow, the earliest visit first', async () => {
    const member = await orders.addMember()
    const secondsOfDay = (Date.now() / 1000 + 9 * 3_600) % 86_400 // in Seoul
    const at = secondsOfDay < 150 ? 150 : 0 // so that midnight is not between the visits
    const second = visitOf(member.id, { recognizedAt: ago(at) })
    const first = visitOf(member.id, { recognizedAt: ago(at + 60) })
    const other = visitOf(member.id, { recognizedAt: ago(at + 120), carNumber: '99허9999' })
    await visits.recordAndWait(second, first, other)
    await grant(member.id, { storeIds: [randomUUID()] })
    expect(await usesPerVisit(first, second, other)).toEqual([0, 0, 0])
    await grant(member.id, { useLimit: 5, usesPerDay: 1, carLimit: 1 })
    expect(await usesPerVisit(first, second, other)).toEqual([1, 0, 0])
    await waitFor(() => {
      expect(decisionOf(orders, second.id)).toMatchObject({ useDecision: 'dayLimit' })
      expect(decisionOf(orders, other.id)).toMatchObject({ useDecision: 'otherCar' })
    })
  })

  test('uses a product that is moved to its car, and one whose car was not known yet', async () => {
    const member = await orders.addMember()
    const [carId, moved] = [randomUUID(), await addUserProduct(orders, member.id, { carLimit: 1, carId: member.carId })]
    const visit = visitOf(member.id, { carNumber: '34나5678' })
    await visits.recordAndWait(visit)
    expect(await usesPerVisit(visit)).toEqual([0])
    const car = { carId, memberId: member.id, carNumber: '34나5678', removed: false, version: 1 }
    await orders.publishAndWait('member.carChanged', car)
    await orders.call(moveUserProduct, { id: moved, carId })
    await settled()
    expect(await usesPerVisit(visit)).toEqual([1])

    const newCar = { carId: randomUUID(), memberId: member.id, carNumber: '56다7890', removed: false, version: 1 }
    await addUserProduct(orders, member.id, { carLimit: 1, carId: newCar.carId })
    const unknown = visitOf(member.id, { carNumber: '56다7890' })
    await visits.recordAndWait(unknown)
    await orders.publishAndWait('member.carChanged', newCar)
    expect(await usesPerVisit(unknown)).toEqual([1])
  })

  test('uses nothing of a product that was withdrawn in the meantime', async () => {
    const member = await orders.addMember()
    const granted = await grant(member.id)
    await orders.call(cancelUserProduct, { id: granted.id, reason: '실수' })
    const visit = visitOf(member.id)
    await visits.recordAndWait(visit)
    await settled()
    expect(await usesPerVisit(visit)).toEqual([0])
  })

  test('whose use was reversed gets no other automatically', async () => {
    const member = await orders.addMember()
    const visit = visitOf(member.id)
    await visits.recordAndWait(visit)
    const granted = await grant(member.id)
    const [use] = await usesOf(orders, visit.id)
    await orders.call(reverseUseLog, { id: use?.id ?? '', reason: '세차하지 않음' })
    expect(await productOf(orders, granted.id)).toMatchObject({ state: 'Available', remaining: 1 })
    await settled()
    await grant(member.id)
    expect(await usesPerVisit(visit)).toEqual([1])
    await waitFor(() =>
      expect(decisionOf(orders, visit.id)).toMatchObject({
        useDecision: 'reversed',
        judgedProduct: { userProductId: granted.id },
      }),
    )
  })
})

test('a product is used by a visit whose decision had read the products before it was bought', async () => {
  const member = await orders.addMember()
  const held = await addUserProduct(orders, member.id, { remainingUses: 0 })
  const { id: productId } = await orders.addProduct()
  const visit = visitOf(member.id)
  await orders.backend.sql.begin(async (tx) => {
    const waiting = (processes: number) =>
      waitFor(async () => {
        const found = await tx`
          select from pg_stat_activity
          where usename = 'orders' and datname = current_database() and wait_event_type = 'Lock'`
        expect(found.length).toBe(processes)
      })
    await tx`select from orders.user_products where id = ${held} for update`
    await visits.record(visit)
    await waiting(1)
    await orders.call(grantUserProduct, { memberId: member.id, productId, reason: '현장 판매' })
    await waiting(2)
  })
  await settled()
  await visits.recordAndWait()
  expect(await usesPerVisit(visit)).toEqual([1])
})
