import { randomUUID } from 'node:crypto'
import { databaseBeforeMigration } from '@kingcar/testing'
import { expect, test } from 'vitest'

test('money of before is counted on the day on which it moved', async () => {
  await using database = await databaseBeforeMigration('orders', '0013')
  const { sql } = database
  const at = (date: string) => new Date(`${date}T12:00:00+09:00`)
  const [id, productId, storeId] = [randomUUID(), randomUUID(), randomUUID()]
  await sql`insert into orders ${sql({
    ...{ id, merchant_uid: id, member_id: randomUUID(), product_id: productId, product_name: '', state: 'Completed' },
    ...{ product_type: 'onetime', store_ids: sql.json([storeId]), amount: 1_000, created_at: at('2026-01-31') },
    ...{ paid_at: at('2026-01-31'), payment_details: sql.json({ method: 'transfer' }) },
  })}`
  const usual = { order_id: id, to_state: 'Completed', cause: 'paid', moved_at: null, paid: 0, refunded: 0 }
  await sql`insert into ledger ${sql([
    { ...usual, at: at('2026-02-01'), moved_at: at('2026-01-31'), paid: 1_000 },
    { ...usual, at: at('2026-02-02'), refunded: 300 },
  ] as never)}`
  await database.applyRest()
  const rows = await sql`
    select length, starts_at, paid::integer, refunded::integer from money_figures
    where product_id = ${productId} and store_id = ${storeId} and method = 'transfer' order by length, starts_at`
  const start = (date: string) => new Date(`${date}T00:00:00+09:00`)
  expect(rows).toEqual([
    { length: 'day', starts_at: start('2026-01-31'), paid: 1_000, refunded: 0 },
    { length: 'day', starts_at: start('2026-02-02'), paid: 0, refunded: 300 },
    { length: 'month', starts_at: start('2026-01-01'), paid: 1_000, refunded: 0 },
    { length: 'month', starts_at: start('2026-02-01'), paid: 0, refunded: 300 },
  ])
  await sql`insert into ledger ${sql({ ...usual, at: at('2026-02-02'), refunded: 1 } as never)}`
  expect(await sql`select * from wrong_money_figures('-infinity', 'infinity')`).toEqual([])
})
