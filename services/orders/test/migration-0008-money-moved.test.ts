import { randomUUID } from 'node:crypto'
import { databaseBeforeMigration } from '@kingcar/testing'
import { expect, test } from 'vitest'

test("past payments count at the provider's time", async () => {
  await using database = await databaseBeforeMigration('orders', '0008')
  const { sql } = database
  const id = randomUUID()
  await sql`insert into orders ${sql({
    ...{ id, merchant_uid: 'kc_1', member_id: randomUUID(), product_id: randomUUID(), product_name: '세차' },
    ...{ product_type: 'onetime', store_ids: sql.json([]), amount: 1_000, state: 'Create', created_at: new Date() },
  })}`
  const [paidAt, at] = [new Date('2026-01-31T14:59:19Z'), new Date('2026-01-31T15:01:20Z')]
  const payment = sql.json({ paidAt: paidAt.toISOString() })
  const entry = { order_id: id, at, to_state: 'Paid', cause: 'paid' }
  await sql`insert into ledger ${sql(Object.assign({ paid: 1_000, payment }, entry))}`
  await sql`insert into ledger ${sql(Object.assign({ refunded: 400, payment }, entry))}`
  await sql`insert into ledger ${sql(Object.assign({ paid: 2_000 }, entry))}`
  await database.applyRest()
  expect(await sql`select moved_at from ledger order by id`).toEqual([
    { moved_at: paidAt },
    { moved_at: null },
    { moved_at: null },
  ])
})
