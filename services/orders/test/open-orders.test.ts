import { randomUUID } from 'node:crypto'
import { waitFor } from '@kingcar/testing'
import { startProxy } from '@kingcar/testing/proxy'
import { expect, test } from 'vitest'
import { codeOf } from './orders-service.ts'
import { op, providerBeforeAll } from './orders-with-provider.ts'

const limit = 20
const money = providerBeforeAll({ OPEN_ORDERS_LIMIT: limit })

const sqlOf = () => money.orders.backend.sql
const openOf = async (memberId: string) =>
  (await sqlOf()`select from orders.orders where member_id = ${memberId} and state = 'Create'`).length

test('a member has at most twenty unpaid orders, also of concurrent calls, and others are not affected', async () => {
  const [eager, other] = [await money.orders.addMember(), await money.orders.addMember()]
  const wash = (await money.orders.addProduct({ price: 35_000 })).id
  const results = await Promise.all(Array.from({ length: limit + 10 }, () => codeOf(money.order(eager, wash))))
  expect(results.filter((code) => code === 'none').length).toBeLessThanOrEqual(limit)
  while ((await openOf(eager.id)) < limit) await codeOf(money.order(eager, wash)) // a busy service may have refused some
  expect(await codeOf(money.order(eager, wash))).toBe('TOO_MANY_OPEN_ORDERS')
  expect(await openOf(eager.id)).toBe(limit)
  expect(await codeOf(money.order(other, wash))).toBe('none')

  const [first] = await sqlOf()<{ id: string }[]>`select id from orders.orders where member_id = ${eager.id} limit 1`
  await money.orders.call(op.cancelOrder, { orderId: String(first?.id) }, { actor: eager.actor })
  expect(await codeOf(money.order(eager, wash))).toBe('none')
})

test("a member's webhook is followed while thousands of another's orders are due", async () => {
  const [eager, other] = [await money.orders.addMember(), await money.orders.addMember()]
  const wash = (await money.orders.addProduct({ price: 35_000 })).id
  const { id } = await money.order(eager, wash)
  await sqlOf()`
    insert into orders.orders
    select (jsonb_populate_record(o, jsonb_build_object('id', n.id, 'merchant_uid', n.id::text, 'check_at', now() - interval '1 hour'))).*
    from orders.orders o, (select gen_random_uuid() as id from generate_series(1, 5000)) n where o.id = ${id}`
  const order = await money.order(other, wash)
  money.provider.pay({ merchant_uid: order.merchantUid, amount: 35_000 })
  await money.waitForState(order.id, 'Completed')
  const due =
    await sqlOf()`select from orders.orders where member_id = ${eager.id} and check_at < now() - interval '30 minutes'`
  expect(due.length).toBeGreaterThan(0) // the others were not looked up first
})

test('all 1,500 unpaid orders of a member who leaves are cancelled, with a latency of 5 ms to the database', async () => {
  const { orders } = money
  await using database = await startProxy(new URL(orders.options.DATABASE_URL).host)
  await orders.stop()
  const url = new URL(orders.options.DATABASE_URL)
  url.host = database.url
  await orders.startAnother({ DATABASE_URL: url.href })
  const leaver = await money.orders.addMember()
  const wash = (await money.orders.addProduct({ price: 35_000 })).id
  const { id } = await money.order(leaver, wash)
  await sqlOf()`
    insert into orders.orders
    select (jsonb_populate_record(o, jsonb_build_object('id', n.id, 'merchant_uid', n.id::text, 'check_at', null))).*
    from orders.orders o, (select gen_random_uuid() as id from generate_series(1, 1_500)) n where o.id = ${id}`
  database.delay = 5
  await money.orders.publishAndWait('member.left', { memberId: leaver.id, leftAt: new Date().toISOString() })
  await waitFor(async () => expect(await openOf(leaver.id)).toBe(0))
  database.delay = 0
  const emitted = () =>
    orders.events.filter(
      ({ name, payload }) =>
        name === 'orders.orderChanged' &&
        payload.memberId === leaver.id &&
        (payload.order as { state: string }).state === 'Cancel',
    )
  await waitFor(() => expect(emitted()).toHaveLength(1_501))
  const entries = await sqlOf()`
    select from orders.ledger l join orders.orders o on o.id = l.order_id
    where o.member_id = ${leaver.id} and l.from_state = 'Create' and l.to_state = 'Cancel' and l.cause = 'memberLeft'`
  expect(entries).toHaveLength(1_501)
  expect(await codeOf(money.order({ ...leaver, id: randomUUID() }, wash))).toBe('UNAUTHENTICATED')
})
