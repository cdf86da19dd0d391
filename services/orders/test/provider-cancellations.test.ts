import { waitFor } from '@kingcar/testing'
import { beforeAll, expect, test } from 'vitest'
import type { TestMember } from './orders-service.ts'
import { providerBeforeAll } from './orders-with-provider.ts'

/* Payments that are cancelled in the provider's console while no process of the service runs, and whose webhooks are lost. */

const day = 24 * 3_600
const money = providerBeforeAll()
let member: TestMember
let wash: string

beforeAll(async () => {
  member = await money.orders.addMember()
  wash = (await money.orders.addProduct({ price: 35_000 })).id
})

type PaidOrder = { id: string; imp_uid: string }

/** A completed order that no scheduled reconciliation looks up any more. */
async function payAndForget(): Promise<PaidOrder> {
  const { id, merchantUid } = await money.order(member, wash)
  const { imp_uid } = money.provider.pay({ merchant_uid: merchantUid, amount: 35_000 })
  await money.waitForState(id, 'Completed')
  await waitFor(async () => {
    money.orders.clock.advance(3_600_000)
    const due = await money.orders.backend.sql`select 1 from orders.orders where id = ${id} and check_at is not null`
    expect(due).toHaveLength(0)
  })
  return { id, imp_uid }
}

/** Cancels a payment in the provider's console, by its clock some days ago. */
function cancelBefore(days: number, { imp_uid }: PaidOrder): void {
  money.provider.advance(-days * day)
  money.provider.cancel({ imp_uid })
  money.provider.advance(days * day)
}

test('the first sweep of a process finds cancellations of the last 31 days, and no older ones', async () => {
  const [old, recent, later] = [await payAndForget(), await payAndForget(), await payAndForget()]
  await money.orders.stop()
  money.provider.deliver({ lose: null })
  cancelBefore(32, old)
  cancelBefore(30, recent)
  await using _process = await money.orders.startAnother()
  await money.waitForState(recent.id, 'Refund')
  // a further sweep has ended the first one
  money.provider.cancel({ imp_uid: later.imp_uid })
  money.orders.clock.advance(150_000)
  await money.waitForState(later.id, 'Refund')
  expect(await money.stored(old.id)).toMatchObject({ state: 'Completed', refundedAmount: 0 })
})
