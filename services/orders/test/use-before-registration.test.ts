import { randomUUID } from 'node:crypto'
import { eventSubject } from '@kingcar/contract'
import { uuidv7 } from '@kingcar/db'
import { waitFor } from '@kingcar/testing'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { describe, expect, test } from 'vitest'
import { startTestOrders } from './orders-service.ts'
import { addUserProduct, decisionOf, usesOf, visitOf, visitsBeforeAll } from './visit-fixtures.ts'

/* Visits and the cars of their plates come from two services, in either order: times decide, and not the order. */

const orders = startedBeforeAll(startTestOrders)
const visits = visitsBeforeAll(orders)
const minute = 60_000
const ago = (minutes: number) => new Date(Date.now() - minutes * minute)

let serial = 0
/** A member's visit, and the event of its car that was registered so many minutes ago. */
async function visitAndCar({ received, registered }: { received: number; registered: number }) {
  const memberId = randomUUID()
  const carNumber = `34나${String(++serial).padStart(4, '0')}`
  const product = await addUserProduct(orders, memberId)
  const at = ago(received).toISOString()
  const visit = visitOf(memberId, { carNumber, recognizedAt: at, latestReadAt: at, receivedAt: at, revision: 2 })
  const member = await orders.backend.bus('member')
  const register = async () => {
    const payload = { carId: randomUUID(), memberId, carNumber, removed: false, version: 1 }
    await member.publish([{ id: idAt(ago(registered)), subject: eventSubject('member.carChanged'), payload }])
    await waitFor(async () => expect(await orders.backend.backlog('orders-events')).toBe(0))
  }
  return { visit, product, register }
}

/** An event's id of this time. */
function idAt(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}${uuidv7().slice(13)}`
}

describe.each(['the visit', 'the car'] as const)('where %s arrives first', (first) => {
  const arrive = async (visit: ReturnType<typeof visitOf>, register: () => Promise<void>) => {
    if (first === 'the car') await register()
    await visits.recordAndWait(visit)
    if (first === 'the visit') await register()
  }

  test('a visit from 11 minutes before the registration uses nothing', async () => {
    const { visit, register } = await visitAndCar({ received: 11, registered: 0 })
    await arrive(visit, register)
    await waitFor(() => expect(decisionOf(orders, visit.id)?.useDecision).toBe('late'))
    expect(await usesOf(orders, visit.id)).toEqual([])
  })

  test('a visit from 9 minutes before the registration uses the product', async () => {
    const { visit, product, register } = await visitAndCar({ received: 9, registered: 0 })
    await arrive(visit, register)
    await waitFor(async () => expect(await usesOf(orders, visit.id)).toMatchObject([{ product }]))
  })

  test('a visit after the registration that was published late uses the product', async () => {
    const { visit, product, register } = await visitAndCar({ received: 30, registered: 60 })
    await arrive(visit, register)
    await waitFor(async () => expect(await usesOf(orders, visit.id)).toMatchObject([{ product }]))
    await waitFor(() => expect(decisionOf(orders, visit.id)?.useDecision).toBe('used'))
  })
})
