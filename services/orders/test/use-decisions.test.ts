import { randomUUID } from 'node:crypto'
import type { RecordedVisit } from '@kingcar/contract'
import { waitFor } from '@kingcar/testing'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { expect, test } from 'vitest'
import { startTestOrders } from './orders-service.ts'
import { addUserProduct, decisionOf, decisionsOf, later, visitOf, visitsBeforeAll } from './visit-fixtures.ts'

const orders = startedBeforeAll(startTestOrders)
const visits = visitsBeforeAll(orders)

const day = 24 * 3_600_000
const daysAgo = (days: number) => new Date(Date.now() - days * day)
type Product = NonNullable<Parameters<typeof addUserProduct>[2]>

test.each<[decision: string, product: Product, visit?: Partial<RecordedVisit>]>([
  ['used', {}],
  ['late', {}, { late: true }],
  ['usedUp', { type: 'onetime', state: 'Complete', useLimit: 1, remainingUses: 0 }],
  ['usedUp', { remainingUses: 0 }],
  ['periodOver', { state: 'Complete', startsAt: daysAgo(40), endsAt: daysAgo(10) }],
  ['periodOver', { state: 'Unavailable', startsAt: daysAgo(-2), endsAt: daysAgo(-32) }],
  ['otherCar', { carLimit: 1, carId: randomUUID() }],
])('a visit says: %s', async (useDecision, product, fields = {}) => {
  const member = randomUUID()
  const userProductId = await addUserProduct(orders, member, product)
  const visit = visitOf(member, fields)
  await visits.recordAndWait(visit, visit, later(visit))
  const judgedProduct = { userProductId, productName: '월 4회 세차 구독' }
  await waitFor(() =>
    expect(decisionsOf(orders, visit.id)).toMatchObject([{ useDecision, judgedProduct, version: expect.any(Number) }]),
  )
})

test('without a product, or with a withdrawn one, the decision is noProduct; a visit of a guest has no decision', async () => {
  const member = randomUUID()
  await addUserProduct(orders, member, { state: 'Cancel' })
  const [guest, without, withdrawn] = [visitOf(null, { corrected: true }), visitOf(randomUUID()), visitOf(member)]
  await visits.recordAndWait(guest, without, withdrawn)
  await waitFor(() => {
    for (const { id } of [without, withdrawn])
      expect(decisionsOf(orders, id)).toMatchObject([{ useDecision: 'noProduct', judgedProduct: null }])
  })
  expect(decisionsOf(orders, guest.id)).toEqual([])
})

test('of several products the one that met the most conditions is named', async () => {
  const member = randomUUID()
  await addUserProduct(orders, member, { state: 'Complete', type: 'onetime', useLimit: 1, remainingUses: 0 })
  const nearest = await addUserProduct(orders, member, { carLimit: 1, carId: randomUUID() })
  await addUserProduct(orders, member, { state: 'Unavailable', startsAt: daysAgo(-2), endsAt: daysAgo(-32) })
  const visit = visitOf(member)
  await visits.recordAndWait(visit)
  await waitFor(() =>
    expect(decisionOf(orders, visit.id)).toMatchObject({
      useDecision: 'otherCar',
      judgedProduct: { userProductId: nearest },
    }),
  )
})

test('the decision follows a correction, with a larger version, and the setting', async () => {
  const member = randomUUID()
  const userProductId = await addUserProduct(orders, member)
  const visit = visitOf(randomUUID())
  await visits.recordAndWait(visit)
  const corrected = later(visit, { memberId: member, carNumber: '34나5678', corrected: true })
  await visits.recordAndWait(corrected)
  await visits.recordAndWait(later(corrected, { memberId: null, carNumber: '99허9999' }))
  await waitFor(() =>
    expect(decisionsOf(orders, visit.id)).toMatchObject([
      { useDecision: 'noProduct' },
      { useDecision: 'used', judgedProduct: { userProductId } },
      { useDecision: null, judgedProduct: null },
    ]),
  )
  const versions = decisionsOf(orders, visit.id).map(({ version }) => version)
  expect(versions).toEqual(versions.toSorted((a, b) => a - b))

  await orders.setSetting('products.useOnVisit', false)
  await expect
    .poll(async () => {
      const another = visitOf(member)
      await visits.recordAndWait(another)
      await waitFor(() => expect(decisionsOf(orders, another.id)).toHaveLength(1))
      return decisionOf(orders, another.id)
    })
    .toMatchObject({ useDecision: 'usageOff', judgedProduct: { userProductId } })
})
