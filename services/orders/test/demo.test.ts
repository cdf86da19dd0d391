import { contract } from '@kingcar/contract'
import { openDatabase } from '@kingcar/db'
import { demoHistory, grantedProduct } from '@kingcar/service/demo'
import { testProcess } from '@kingcar/testing'
import { expect, test } from 'vitest'
import { providerHistory } from '../src/demo/provider-history.ts'
import { storeDemoOrders } from '../src/demo/store-orders.ts'
import { startTestOrders } from './orders-service.ts'
import { startOrdersWithProvider } from './orders-with-provider.ts'

const { listUserProducts, getRevenue } = contract.orders
const until = new Date()
const history = demoHistory(until)
const granted = grantedProduct(until.getTime())

const openOrdersDatabase = (url: string) =>
  openDatabase({ url, schema: 'orders', name: 'orders-demo', log: testProcess().log })

test('the orders of the demo are stored once, and their states, their ledger and the totals agree', async () => {
  await using orders = await startTestOrders({ now: () => new Date() })
  const { sql } = orders.backend
  await using db = await openOrdersDatabase(orders.options.DATABASE_URL)
  expect(await storeDemoOrders(db, granted, history)).toBe(history.orders.length)
  expect(await storeDemoOrders(db, granted, history)).toBe(0)
  const disagreeing = await sql`
    select o.id from orders.orders o left join (
      select order_id, sum(paid) as paid, sum(refunded) as refunded,
        (array_agg(to_state order by id desc))[1] as state
      from orders.ledger group by 1
    ) l on l.order_id = o.id
    where l.state is distinct from o.state or l.refunded <> o.refunded_amount
      or l.paid <> case when o.paid_at is null then 0 else o.amount end`
  expect(disagreeing).toEqual([])
  for (const entity of ['orders', 'user_products', 'use_logs']) {
    const [{ kept, rows } = {}] = await sql`
      select (select sum(kept)::integer from orders.totals where entity = ${entity}) as kept,
        (select count(*)::integer from ${sql(`orders.${entity}`)}) as rows`
    expect(kept).toBe(rows)
  }
  const paid = history.orders.filter(({ paidAt }) => paidAt !== null)
  const revenue = await orders.call(getRevenue, { from: '2020-01-01', to: until.toISOString(), by: 'month' })
  expect(revenue.reduce((sum, month) => sum + month.paid, 0)).toBe(
    paid.reduce((sum, { product }) => sum + product.price, 0),
  )
  const { content } = await orders.call(listUserProducts, { size: 100 })
  expect(content.length).toBeGreaterThan(50)
  expect(await sql`select remaining_uses from orders.user_products where id = ${granted.id}`).toEqual([
    { remaining_uses: 4 },
  ])
})

test('with the history in the payment simulator its subscriptions are renewed, and its refunds stay', async () => {
  const inAMonth = () => new Date(Date.now() + 32 * 24 * 60 * 60_000)
  await using started = await startOrdersWithProvider({ now: inAMonth })
  const { orders, provider } = started
  const { sql } = orders.backend
  const given = providerHistory(history)
  provider.history(given)
  provider.history(given) // again after a crash
  const { payments, cards } = provider.ledger()
  expect(payments.length).toBe(given.payments.length)
  expect(cards.length).toBe(given.cards.length)
  await using db = await openOrdersDatabase(orders.options.DATABASE_URL)
  await storeDemoOrders(db, granted, history)
  const renewed = () => sql`
    select from orders.orders where renews is not null and created_at > ${until} and state = 'Completed'`
  await expect.poll(async () => (await renewed()).length).toBeGreaterThan(20)
  const refunds = await sql`select from orders.orders where state = 'Refund'`
  expect(refunds.length).toBe(history.orders.filter(({ refundedAt }) => refundedAt !== null).length)
})
