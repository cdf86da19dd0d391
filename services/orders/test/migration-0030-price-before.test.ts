import { randomUUID } from 'node:crypto'
import { databaseBeforeMigration } from '@kingcar/testing'
import { expect, test } from 'vitest'

test('subscriptions that lost the price before a withdrawn raise get it again', async () => {
  await using database = await databaseBeforeMigration('orders', '0030')
  const { sql } = database
  const [productId, memberId, lower] = [randomUUID(), randomUUID(), randomUUID()]
  const [at, until] = [new Date(), '2027-02-10T03:00:00.000Z']
  const change = async (price: number, withdrawnAt: Date | null, closedAt: Date | null = at) => {
    const row = { id: randomUUID(), product_id: productId, kind: 'raise', price, from_date: '2027-02-01' }
    await sql`insert into price_changes ${sql({ ...row, announced_at: at, withdrawn_at: withdrawnAt, closed_at: closedAt })}`
    return row.id
  }
  const [withdrawn, kept] = [await change(40_000, at), await change(41_000, null)]
  const [again, open] = [await change(40_000, null), await change(42_000, at, null)]
  const announced = { id: lower, price: 25_000, from: until, notifiedAt: until, answer: null }
  const subscription = async (raises: string[], price: number, priceChange: typeof announced | null) => {
    const id = randomUUID()
    await sql`insert into user_products ${sql({
      ...{
        id,
        member_id: memberId,
        product_id: productId,
        product_name: '',
        type: 'subscribe',
        price,
        billing_months: 1,
      },
      ...{ store_ids: sql.json([]), state: 'Available', starts_at: at, created_at: at, order_id: randomUUID() },
      announced_end: at,
      earlier_prices: sql.json([{ price: 30_000, until }]),
      price_change: priceChange && sql.json(priceChange),
    })}`
    for (const raise of raises)
      await sql`insert into price_answers ${sql({
        ...{ price_change_id: raise, user_product_id: id, member_id: memberId, answer: 'accepted', old_price: 30_000 },
        ...{ new_price: price, starts_at: at, text_version: 1, source: 'member', answered_at: at },
      })}`
    return id
  }
  const ids = [
    await subscription([withdrawn], 40_000, null),
    await subscription([withdrawn], 40_000, announced),
    await subscription([kept], 41_000, announced),
    // withdrawn, announced again and accepted; and left to the job
    await subscription([withdrawn, again], 40_000, null),
    await subscription([open], 42_000, null),
    await subscription([open], 42_000, announced),
  ]
  await database.applyRest()
  const found = await sql`
    select price_change, announced_end from user_products order by array_position(${ids}::uuid[], id)`
  expect(found.map(({ price_change }) => price_change)).toEqual([
    { id: null, price: 30_000, from: until, notifiedAt: until, answer: { accepted: true, at: until } },
    { ...announced, before: { price: 30_000, from: until } },
    announced,
    null,
    null,
    { ...announced, before: { price: 30_000, from: until } },
  ])
  expect(found.map(({ announced_end }) => announced_end === null)).toEqual([true, true, false, false, false, true])
})
