import { randomUUID } from 'node:crypto'
import { databaseBeforeMigration } from '@kingcar/testing'
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
