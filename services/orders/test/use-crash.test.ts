import { randomUUID } from 'node:crypto'
import { startBundle, type TestProcess, waitFor } from '@kingcar/testing'
import { expect, test } from 'vitest'
import { type Orders, startTestOrders } from './orders-service.ts'
import { addUserProduct, later, productOf, usesOf, visitOf, visitsOf, visitUsedEvents } from './visit-fixtures.ts'

/** A process of the service that crashes at a fault point. */
function startDoomed({ options: { now, ...options } }: Orders, at: string): Promise<TestProcess> {
  const environment = Object.entries(options).map(([name, value]) => [name, String(value)])
  return startBundle('orders', Object.fromEntries([...environment, ['FAULT', `${at}:kill`]]))
}

// Each waits for the server's redelivery, so they run concurrently.
test.concurrent.each(['orders.usingOnVisits', 'orders.visitsDecided', 'outbox.beforePublish', 'outbox.published'])(
  'after a kill at %s a visit has one use, that of a merged visit is reversed once, and both are emitted',
  async (at) => {
    await using orders = await startTestOrders()
    const visits = await visitsOf(orders)
    const member = randomUUID()
    const product = await addUserProduct(orders, member)
    const [first, second] = [visitOf(member), visitOf(member)]
    await visits.recordAndWait(second)
    await waitFor(() => expect(visitUsedEvents(orders, second.id)).toHaveLength(1))
    await orders.stop()
    await visits.record(first, later(second, { mergedInto: first.id }))
    await using doomed = await startDoomed(orders, at)
    expect(await doomed.exited).toMatchObject({ signal: 'SIGKILL' })
    expect(doomed.output()).not.toMatch(/\p{Script=Hangul}3456|홍길동/u)

    await using _again = await orders.startAnother()
    const told = (id: string) => [...new Map(visitUsedEvents(orders, id).map((each) => [each.version, each])).values()]
    await waitFor(async () => {
      expect(await orders.backend.backlog('orders-visits')).toBe(0)
      expect(told(first.id)).toMatchObject([{ version: 1, productUsed: { remainingUses: expect.any(Number) } }])
      expect(told(second.id)).toMatchObject([{ version: 1 }, { version: 2, productUsed: null }])
    })
    expect(await usesOf(orders, first.id)).toMatchObject([{ product, reason: null }])
    expect(await usesOf(orders, second.id)).toMatchObject([{ product, reason: 'visitMerged' }])
    expect(await productOf(orders, product)).toMatchObject({ remaining: 3 })
  },
  60_000,
)
