import { randomUUID } from 'node:crypto'
import { databaseBeforeMigration } from '@kingcar/testing'
import postgres from 'postgres'
import { expect, test } from 'vitest'
import { compareFigures, recountFigures } from '../local/figures/compare-figures.ts'

test('figures that differ from the rows are found in their month, and right after a new count', async () => {
  await using database = await databaseBeforeMigration('orders', '9999')
  const { sql } = database
  const id = randomUUID()
  const at = new Date('2026-02-10T12:00:00+09:00')
  await sql`insert into orders ${sql({
    ...{ id, merchant_uid: id, member_id: id, product_id: id, product_name: '', product_type: 'onetime' },
    ...{ store_ids: sql.json([]), amount: 1_000, state: 'Completed', paid_at: at, created_at: at },
  })}`
  await sql`insert into ledger ${sql({ order_id: id, at, to_state: 'Paid', cause: 'paid', paid: 1_000 })}`
  expect(await compareFigures(sql, Date.now())).toEqual([])
  await sql`delete from money_figure_changes`
  const wrong = await compareFigures(sql, Date.now())
  expect(wrong).toHaveLength(4) // the day and the month, of the product and of all
  expect(wrong[0]).toMatchObject({ figures: 'orders.wrong_money_figures', row: { paid: '1000' } })
  expect(await recountFigures(sql)).toContain('orders.recount_money')
  expect(await compareFigures(sql, Date.now())).toEqual([])
})

test('a new count that loses a deadlock against a transaction that changes figures begins again', async () => {
  await using database = await databaseBeforeMigration('orders', '9999')
  const { sql } = database
  await using stack = new AsyncDisposableStack()
  const other = postgres({ ...sql.options, max: 2 } as object)
  stack.defer(() => other.end({ timeout: 1 }))
  await sql`set deadlock_timeout = '10s'` // that of the count, which loses: it finds the deadlock
  let count: Promise<string[]> | undefined
  await other.begin(async (tx) => {
    await tx`set local deadlock_timeout = '1h'`
    await tx`lock table money_figure_changes in row exclusive mode` // as the job that adds changes up
    count = recountFigures(sql)
    await expect
      .poll(() => other`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%recount_money%'`)
      .toHaveLength(1)
    await tx`lock table ledger in row exclusive mode` // as a payment
  })
  expect(await count).toContain('orders.recount_money')
  expect(await compareFigures(sql, Date.now())).toEqual([])
})
