import { randomUUID } from 'node:crypto'
import { databaseBeforeMigration } from '@kingcar/testing'
import { expect, test } from 'vitest'

test('subscriptions of before get an end as far as it is known, and are counted with their uses', async () => {
  await using database = await databaseBeforeMigration('orders', '0012')
  const { sql } = database
  const at = (date: string) => new Date(`${date}T12:00:00+09:00`)
  const [left, deleted] = [randomUUID(), randomUUID()]
  await sql`insert into members (id, left_at, version) values (${left}, now(), 1)`
  await sql`insert into products ${sql({
    ...{ id: deleted, name: '', type: 'subscribe', price: 1, store_ids: sql.json([]), on_sale: false, removed: true },
    ...{ stops_subscriptions: true, version: 1 },
  })}`
  const subscription = async (state: string, over: Record<string, unknown> = {}): Promise<string> => {
    const usual = {
      ...{ id: randomUUID(), member_id: randomUUID(), product_id: randomUUID(), product_name: '', type: 'subscribe' },
      ...{ price: 30_000, billing_months: 1, store_ids: sql.json([]), state, order_id: randomUUID() },
      ...{ starts_at: at('2026-01-10'), ends_at: at('2026-02-10'), created_at: at('2026-01-10') },
    }
    const [row] = await sql<{ id: string }[]>`insert into user_products ${sql(Object.assign(usual, over))} returning id`
    return row?.id ?? ''
  }
  const order = async (fields: Record<string, unknown>) => {
    const id = randomUUID()
    const usual = {
      ...{ id, merchant_uid: id, member_id: randomUUID(), product_id: randomUUID(), product_name: '' },
      ...{ product_type: 'subscribe', store_ids: sql.json([]), amount: 1_000, created_at: at('2026-01-10') },
    }
    await sql`insert into orders ${sql(Object.assign(usual, fields))}`
    return id
  }
  const active = await subscription('Available')
  const stopped = await subscription('Complete')
  const granted = await subscription('Complete', { order_id: null })
  const ofFormer = await subscription('Complete', { member_id: left })
  const ofDeleted = await subscription('Complete', { product_id: deleted })
  const buyer = randomUUID()
  const refunded = await subscription('Cancel', { member_id: buyer })
  const refund = { state: 'Refund', member_id: buyer, user_product_id: refunded }
  await order({ ...refund, paid_at: at('2026-01-10'), refunded_at: at('2026-01-12') })
  const takenBack = await subscription('Cancel', { ends_at: at('2036-01-01') })
  const unpaid = await subscription('Complete')
  const renews = { renews: unpaid, renewal_due_at: at('2026-02-10') }
  for (const [attempt, date] of ['2026-02-10', '2026-02-15'].entries()) {
    const id = await order({ ...renews, state: 'Fail', renewal_attempt: attempt + 1 })
    await sql`insert into ledger (order_id, at, to_state, cause) values (${id}, ${at(date)}, 'Fail', 'paymentFailed')`
  }
  const single = await subscription('Complete', { type: 'onetime', billing_months: null, ends_at: null })
  await sql`insert into use_logs ${sql({
    ...{ id: randomUUID(), user_product_id: single, member_id: left, product_name: '', store_id: randomUUID() },
    ...{ store_name: '', car_number: '12가3456', used_at: at('2026-01-11'), created_at: at('2026-01-11') },
  })}`
  await database.applyRest()
  const rows = await sql<{ id: string; ended_at: Date | null; end_cause: string | null }[]>`
    select id, ended_at, end_cause from user_products where id <> ${takenBack}`
  const ended = (id: string, end_cause: string | null, date?: string) => ({
    id,
    ended_at: date ? at(date) : null,
    end_cause,
  })
  expect(new Set(rows)).toEqual(
    new Set([
      ended(active, null),
      ended(single, null),
      ended(stopped, 'stopped', '2026-02-10'),
      ended(granted, 'expired', '2026-02-10'),
      ended(ofFormer, 'left', '2026-02-10'),
      ended(ofDeleted, 'productDeleted', '2026-02-10'),
      ended(refunded, 'withdrawn', '2026-01-12'),
      ended(unpaid, 'unpaid', '2026-02-15'),
    ]),
  )
  expect(await sql`select end_cause, ended_at <= now() as past from user_products where id = ${takenBack}`).toEqual([
    { end_cause: 'withdrawn', past: true },
  ])
  expect(await sql`select * from wrong_subscription_figures('-infinity', 'infinity')`).toEqual([])
  expect(await sql`select * from wrong_use_figures('-infinity', 'infinity')`).toEqual([])
  expect(await sql`select sum(started)::int as started from subscription_figures where length = 'month'`).toEqual([
    { started: 16 }, // each for its product, and for all
  ])
  expect(await sql`select sum(uses)::int as uses from use_figures where length = 'hour'`).toEqual([{ uses: 2 }])
  // Figures that are wrong are found, and counted again.
  await sql`update subscription_figures set started = started + 1`
  await sql`delete from use_figures`
  expect(await sql`select from wrong_subscription_figures('-infinity', 'infinity')`).not.toEqual([])
  expect(await sql`select from wrong_use_figures('-infinity', 'infinity')`).not.toEqual([])
  await sql`select recount_subscriptions(), recount_uses()`
  expect(await sql`select from wrong_subscription_figures('-infinity', 'infinity')`).toEqual([])
  expect(await sql`select from wrong_use_figures('-infinity', 'infinity')`).toEqual([])
})
