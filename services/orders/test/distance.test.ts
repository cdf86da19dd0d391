import { randomUUID } from 'node:crypto'
import { waitFor } from '@kingcar/testing'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { startProxy } from '@kingcar/testing/proxy'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startTestOrders } from './orders-service.ts'
import { addUserProduct, later, productOf, usesOf, visitOf, visitsBeforeAll } from './visit-fixtures.ts'

/* The service with a database in another zone: a batch takes a fixed number of round trips, however large it is. */

const orders = startedBeforeAll(startTestOrders)
const database = startedBeforeAll(() => startProxy(new URL(orders.options.DATABASE_URL).host))
const visits = visitsBeforeAll(orders)
beforeAll(async () => {
  await orders.stop()
  const url = new URL(orders.options.DATABASE_URL)
  url.host = database.url
  await orders.startAnother({ DATABASE_URL: url.href })
})
afterEach(() => {
  database.delay = 0
})

/** Messages of one batch of the consumer. */
const batch = 256

test('a full batch of visits is decided with a latency of 10 ms to the database', async () => {
  const members = Array.from({ length: batch }, () => randomUUID())
  const products = await Promise.all(members.map((member) => addUserProduct(orders, member)))
  const first = members.map((member) => visitOf(member))
  database.delay = 10
  await visits.recordAndWait(...first)
  const used = async () => {
    const rows = await Promise.all(first.map(({ id }) => usesOf(orders, id)))
    return rows.flat().map(({ product, reason }) => [product, reason])
  }
  expect(await used()).toEqual(products.map((product) => [product, null]))
  // Each is corrected to another plate, which reverses its use.
  await visits.recordAndWait(
    ...first.map((visit) => later(visit, { memberId: null, carNumber: '99하9999', corrected: true })),
  )
  expect(await used()).toEqual(products.map((product) => [product, 'visitCorrected']))
  expect(await productOf(orders, products[0] as string)).toMatchObject({ remaining: 4, version: 3 })
  await waitFor(() => expect(orders.events.filter(({ name }) => name === 'orders.visitUsed')).toHaveLength(2 * batch))
})

test('a hundred products become available together with a latency of 10 ms to the database', async () => {
  database.delay = 10
  const startsAt = new Date(orders.clock.now().getTime() + 3_600_000)
  const products = await Promise.all(
    Array.from({ length: 100 }, () => addUserProduct(orders, randomUUID(), { state: 'Unavailable', startsAt })),
  )
  orders.clock.advance(3_600_000)
  await waitFor(async () => {
    const states = await Promise.all(products.map(async (id) => (await productOf(orders, id))?.state))
    expect(new Set(states)).toEqual(new Set(['Available']))
  })
})
