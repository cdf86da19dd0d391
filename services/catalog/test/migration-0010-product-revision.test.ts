import { databaseBeforeMigration } from '@kingcar/testing'
import { expect, test } from 'vitest'

test('no existing or deleted product is ahead of the revision of all products', async () => {
  await using database = await databaseBeforeMigration('catalog', '0010')
  const { sql } = database
  const product = { name: '세차', description: '', type: 'onetime', price: 35_000, use_limit: 1, on_sale: true }
  await sql`insert into products ${sql(
    [2, 7].map((version) =>
      Object.assign({}, product, {
        store_ids: [],
        display_order: 0,
        deleted_at: version === 7 ? new Date() : null,
        version,
      }),
    ),
  )}`
  await database.applyRest()
  expect(await sql`select revision from product_revision`).toEqual([{ revision: 7 }])
})
