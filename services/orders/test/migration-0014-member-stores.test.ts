import { randomUUID } from 'node:crypto'
import { databaseBeforeMigration } from '@kingcar/testing'
import { expect, test } from 'vitest'

test('members come to the stores of their visits and uses of before', async () => {
  await using database = await databaseBeforeMigration('orders', '0014')
  const { sql } = database
  const [memberId, visited, used] = [randomUUID(), randomUUID(), randomUUID()]
  const visit = (fields: { memberId: string | null; storeId: string }) =>
    sql`insert into visits (id, revision, visit, seen_at) values (${randomUUID()}, 1, ${sql.json(fields)}, now())`
  await visit({ memberId, storeId: visited })
  await visit({ memberId, storeId: visited })
  await visit({ memberId: null, storeId: randomUUID() })
  const userProductId = randomUUID()
  await sql`insert into user_products ${sql({
    ...{
      id: userProductId,
      member_id: memberId,
      product_id: randomUUID(),
      product_name: '',
      type: 'onetime',
      price: 1,
    },
    ...{ use_limit: 1, remaining_uses: 1, store_ids: sql.json([]), state: 'Available' },
    ...{ starts_at: new Date(), created_at: new Date() },
  })}`
  await sql`insert into use_logs ${sql({
    ...{ id: randomUUID(), user_product_id: userProductId, member_id: memberId, product_name: '', store_id: used },
    ...{ store_name: '', car_number: '12가3456', used_at: new Date(), created_at: new Date() },
  })}`
  await database.applyRest()
  const pairs = await sql`select member_id, store_id, emitted from member_stores order by store_id = ${used}`
  expect([...pairs]).toEqual([
    { member_id: memberId, store_id: visited, emitted: false },
    { member_id: memberId, store_id: used, emitted: false },
  ])
})
