import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { databaseBeforeMigration } from '@kingcar/testing'
import type { Sql } from 'postgres'
import { expect, test } from 'vitest'

const name = '0013_subscription_and_use_figures.sql'
const text = readFileSync(new URL(`../migrations/replaced/${name}`, import.meta.url), 'utf8')

/** Everything that migrations make. */
const schemaOf = (sql: Sql) =>
  Promise.all([
    sql`select pg_get_functiondef(oid) as made from pg_proc where pronamespace = 'orders'::regnamespace order by 1`,
    sql`select indexdef from pg_indexes where schemaname = 'orders' order by 1`,
    sql`select pg_get_triggerdef(t.oid) as made from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where c.relnamespace = 'orders'::regnamespace and not t.tgisinternal order by 1`,
    sql`select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
      where table_schema = 'orders' order by 1, 2`,
    sql`select c.conrelid::regclass::text as table, pg_get_constraintdef(c.oid) as made from pg_constraint c
      where c.connamespace = 'orders'::regnamespace order by 1, 2`,
    sql`select name, checksum from migration.applied order by name`,
  ])

test('a database of the last 0.1.0 or of 0.2.0 gets the same schema as a new one, and keeps what it knows of ends', async () => {
  await using earlier = await databaseBeforeMigration('orders', '0012')
  await using fresh = await databaseBeforeMigration('orders', '0012')
  const { sql } = earlier
  await sql.unsafe(text)
  const checksum = createHash('sha256').update(text).digest('hex')
  await sql`insert into migration.applied (service, name, checksum) values ('orders', ${name}, ${checksum})`
  const at = new Date('2026-01-10T12:00:00+09:00')
  await sql`insert into user_products ${sql({
    ...{ id: randomUUID(), member_id: randomUUID(), product_id: randomUUID(), product_name: '', type: 'subscribe' },
    ...{ price: 30_000, billing_months: 1, store_ids: sql.json([]), state: 'Complete', order_id: randomUUID() },
    ...{
      starts_at: at,
      ends_at: at,
      ended_at: new Date('2026-03-15T12:00:00+09:00'),
      end_cause: 'replaced',
      created_at: at,
    },
  })}`

  await Promise.all([earlier.applyRest(), fresh.applyRest()])
  expect(await schemaOf(sql)).toEqual(await schemaOf(fresh.sql))
  expect(await sql`select end_cause from user_products`).toEqual([{ end_cause: 'replaced' }])
  expect(await sql`select began::int, after_1::int, after_2::int from cohort_figures`).toEqual([
    { began: 1, after_1: 1, after_2: 0 },
  ])
  for (const figures of ['subscription', 'cohort', 'use'])
    expect(await sql.unsafe(`select * from wrong_${figures}_figures('-infinity', 'infinity')`)).toEqual([])
})
