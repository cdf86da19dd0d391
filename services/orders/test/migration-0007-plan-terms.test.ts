import { randomUUID } from 'node:crypto'
import { events } from '@kingcar/contract'
import { databaseBeforeMigration } from '@kingcar/testing'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'

test('products that were sold before keep no limit of cars and days, and are emitted once with all their terms', async () => {
  await using database = await databaseBeforeMigration('orders', '0007')
  const { sql } = database
  const [id, memberId, productId, store] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  const at = new Date('2026-01-31T00:00:00.120Z')
  await sql`insert into user_products ${sql({
    ...{ id, member_id: memberId, product_id: productId, product_name: '월 4회', type: 'subscribe', price: 29_900 },
    ...{ billing_months: 1, use_limit: 4, store_ids: sql.json([store]), state: 'Available', remaining_uses: 3 },
    ...{ starts_at: at, created_at: at, due_at: at, next_billing_at: at, version: 5 },
    dunning: sql.json({ since: at.toISOString(), reason: 'declined', scheduledTries: 1, otherTries: 0 }),
  })}`
  await database.applyRest()
  const emitted = await sql<{ subject: string; payload: unknown }[]>`select subject, payload from outbox`
  const terms = { price: 29_900, billingMonths: 1, useLimit: 4, carLimit: null, carId: null, usesPerDay: null }
  const state = { state: 'Available', startsAt: at.toISOString(), endsAt: null, remainingUses: 3 }
  const dunning = { since: at.toISOString(), reason: 'declined', nextTryAt: at.toISOString(), amount: 29_900 }
  const product = { id, productId, productName: '월 4회', type: 'subscribe', ...terms, storeIds: [store], ...state }
  expect(emitted).toEqual([
    {
      subject: 'evt.orders.userProductChanged',
      payload: {
        memberId,
        userProduct: { ...product, orderId: null, nextBillingAt: at.toISOString(), dunning },
        version: 6,
      },
    },
  ])
  expect(Value.Check(events['orders.userProductChanged'], emitted[0]?.payload)).toBe(true)
  expect(await sql`select version, car_limit, uses_per_day from user_products`).toEqual([
    { version: 6, car_limit: null, uses_per_day: null },
  ])
})
