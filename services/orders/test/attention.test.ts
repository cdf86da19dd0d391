import { randomUUID } from 'node:crypto'
import { type AdminRole, served } from '@kingcar/contract'
import { startedBeforeAll } from '@kingcar/testing/before-all'
import { expect, test } from 'vitest'
import { rowInserter } from './insert-rows.ts'
import { admin, startTestOrders } from './orders-service.ts'

const orders = startedBeforeAll(startTestOrders)
const day = 24 * 3_600_000
const get = () => orders.call(served.orders.getAttention, {})

test('unpaid renewals, owed money and ending passes are counted, with the oldest of them', async () => {
  expect(await get()).toEqual({ items: [] })
  const { sql } = orders.backend
  const rows = rowInserter(sql)
  const now = orders.clock.now().getTime()
  const at = (days: number) => new Date(now + days * day)
  const [{ id: memberId }, stranger] = [await orders.addMember({ name: '김수진' }), randomUUID()]
  const subscription = { memberId, type: 'subscribe', billing_months: 1, order_id: randomUUID() }
  const unpaid = async (due: number) =>
    (
      await rows.userProduct({
        ...{ ...subscription, order_id: randomUUID(), state: 'Unavailable', due_at: at(due), ends_at: at(due) },
        ...{ next_billing_at: at(1), dunning: sql.json({ since: at(due), reason: 'declined', scheduledTries: 1 }) },
      })
    ).id
  const failed = [await unpaid(-2), await unpaid(-4), await unpaid(-1), await unpaid(-3)]
  const ending = async (days: number, over: Record<string, unknown> = {}) =>
    (await rows.userProduct({ ...subscription, order_id: randomUUID(), ends_at: at(days), ...over })).id
  const soon = await ending(6.9)
  await ending(7.1)
  await ending(3, { next_billing_at: at(3) }) // it renews
  await ending(3, { state: 'Cancel' })
  const order = await rows.order({ memberId: stranger, product_name: '왁스' })
  const owed = {
    id: randomUUID(),
    order_id: order.id,
    member_id: stranger,
    payment_uid: 'a',
    amount: 1_000,
    cause: 'paidTwice',
  }
  const open = { since: at(-5), needs_account: false, next_try_at: at(1) }
  await sql`insert into orders.owed_returns ${sql({ ...owed, ...open })}`
  const settled = { settled_at: at(-1), settled_how: 'returned', next_try_at: null }
  await sql`insert into orders.owed_returns ${sql({ ...owed, ...open, ...settled, id: randomUUID(), payment_uid: 'b' })}`
  const example = (id: string | undefined, name: string, days: number) => ({
    ...{ id, name, storeId: null, since: at(days).toISOString() },
  })
  expect(await get()).toEqual({
    items: [
      {
        ...{ kind: 'failedRenewals', storeId: null, count: 4, since: at(-4).toISOString() },
        examples: [
          example(failed[1], '김수진', -4),
          example(failed[3], '김수진', -3),
          example(failed[0], '김수진', -2),
        ],
      },
      {
        ...{ kind: 'owedReturns', storeId: null, count: 1, since: at(-5).toISOString() },
        examples: [example(owed.id, '왁스', -5)], // of a member who has left
      },
      {
        ...{ kind: 'endingPasses', storeId: null, count: 1, since: at(6.9).toISOString() },
        examples: [example(soon, '김수진', 6.9)],
      },
    ],
  })
  const seenBy = (adminRole: AdminRole, storeIds: string[] | null) =>
    orders.call(served.orders.getAttention, {}, { actor: { ...admin, adminRole, storeIds } as never })
  for (const role of ['manager', 'accountant'] as const) {
    expect((await seenBy(role, null)).items).toHaveLength(3)
    expect(await seenBy(role, [randomUUID()])).toEqual({ items: [] }) // they are of no store
  }
  const storeId = await orders.addStore('강남점')
  await sql`insert into orders.member_stores (member_id, store_id) values (${memberId}, ${storeId})`
  expect((await seenBy('manager', [storeId])).items).toMatchObject([
    { kind: 'failedRenewals', count: 4 },
    { kind: 'endingPasses', count: 1 },
  ])
  expect(await seenBy('staff', null)).toEqual({ items: [] }) // without the permission to see orders
})
