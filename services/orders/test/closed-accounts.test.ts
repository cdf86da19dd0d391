import { waitFor } from '@kingcar/testing'
import { beforeAll, expect, test } from 'vitest'
import type { TestMember } from './orders-service.ts'
import { op, providerBeforeAll } from './orders-with-provider.ts'

/* The virtual accounts of orders that accept no payment any more. */

const minute = 60_000
const price = 30_000
const money = providerBeforeAll()
let member: TestMember
let wash: string

beforeAll(async () => {
  member = await money.orders.addMember()
  wash = (await money.orders.addProduct({ price })).id
})

const issue = (merchantUid: string): string =>
  money.provider.pay({ merchant_uid: merchantUid, amount: price, pay_method: 'vbank', force: true }).imp_uid

/** An order that waits for a transfer to one of several accounts. */
async function reserved(by = member, accounts = 1) {
  const order = await money.order(by, wash)
  const impUids = Array.from({ length: accounts }, () => issue(order.merchantUid))
  await money.waitForState(order.id, 'Reserved')
  return { ...order, impUids }
}
const cancel = (orderId: string) => money.orders.call(op.cancelOrder, { orderId }, { actor: member.actor })

/** Whether the provider accepts no transfer to an account. */
const isClosed = (impUid: string) => {
  const payment = money.provider.ledger().payments.find(({ imp_uid }) => imp_uid === impUid)
  return payment?.status === 'failed'
}
const waitUntilClosed = (impUids: readonly string[]) =>
  waitFor(() => expect(impUids.map(isClosed)).not.toContain(false))

test('the cancellation of an order closes all its virtual accounts', async () => {
  const { id, impUids } = await reserved(member, 2)
  await cancel(id)
  await waitUntilClosed(impUids)
  expect(await money.stored(id)).toMatchObject({ state: 'Cancel' })
  expect(() => money.provider.deposit(impUids[0] ?? '')).toThrow()
})

test('the virtual accounts of a member who leaves are closed', async () => {
  const leaving = await money.orders.addMember()
  const { id, impUids } = await reserved(leaving)
  await money.orders.publishAndWait('member.left', { memberId: leaving.id, leftAt: new Date().toISOString() })
  await waitUntilClosed(impUids)
  expect(await money.stored(id)).toMatchObject({ state: 'Cancel' })
})

test('the payment of an order closes its other virtual account', async () => {
  const { id, impUids } = await reserved(member, 2)
  const [first = '', second = ''] = impUids
  money.provider.deposit(second)
  await money.waitForState(id, 'Completed')
  await waitUntilClosed([first])
})

test('a virtual account that the provider does not close is closed at a later reconciliation', async () => {
  const { id, impUids } = await reserved()
  money.provider.misbehave({ path: '/vbanks/*', method: 'DELETE', calls: null, work: false, answer: 'drop' })
  await cancel(id)
  await waitFor(() => expect(money.provider.ledger().calls['DELETE /vbanks/:id'] ?? 0).toBeGreaterThan(0))
  expect(impUids.map(isClosed)).toEqual([false])
  money.provider.behave()
  money.orders.clock.advance(5 * minute)
  await waitUntilClosed(impUids)
})

test('a virtual account is closed eventually, also if the provider fails for longer than orders are watched', async () => {
  const { id: unpaid, impUids } = await reserved()
  const { id: paid, impUids: others } = await reserved()
  const all = [...impUids, ...others]
  money.provider.misbehave({ path: '/vbanks/*', method: 'DELETE', calls: null, work: false, answer: 'error' })
  await cancel(unpaid)
  money.provider.pay({
    merchant_uid: (await money.orders.call(op.getOrder, { orderId: paid })).merchantUid,
    amount: price,
  })
  await money.waitForState(paid, 'Completed')
  for (const minutes of [0, 5, 35, 24 * 60, 70]) {
    money.orders.clock.advance(minutes * minute)
    await waitFor(async () => {
      const now = money.orders.clock.now()
      const due = await money.orders.backend.sql`select from orders.orders where check_at <= ${now}`
      expect(due).toHaveLength(0)
    })
  }
  money.provider.behave()
  money.orders.clock.advance(70 * minute)
  await waitUntilClosed(all)
})
