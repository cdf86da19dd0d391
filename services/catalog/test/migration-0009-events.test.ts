import { type EventName, eventSubject, events } from '@kingcar/contract'
import { databaseBeforeMigration } from '@kingcar/testing'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'

test('an event is emitted once for each existing product and store, as removed for those that were removed', async () => {
  await using database = await databaseBeforeMigration('catalog', '0009')
  const { sql } = database
  const gone = new Date('2026-01-31T00:00:00.000Z')
  const store = { address: '서울', latitude: 37, longitude: 127, phone: '02', closed_dates: [], image_ids: [] }
  const stores = await sql<{ id: string }[]>`insert into stores ${sql(
    [null, gone].map((deleted_at) =>
      Object.assign({}, store, { name: '강남점', business_hours: '[]', visible: true, version: 2, deleted_at }),
    ),
  )} returning id`
  const product = { name: '세차', description: '', type: 'onetime', price: 35_000, use_limit: 1, on_sale: true }
  const subscription = { type: 'subscribe', billing_months: 1, use_limit: null, store_ids: [stores[0]?.id ?? ''] }
  const products = await sql<{ id: string }[]>`insert into products ${sql([
    Object.assign({}, product, { store_ids: [], billing_months: null, display_order: 0, deleted_at: gone, version: 4 }),
    Object.assign({}, product, subscription, { display_order: 0, deleted_at: null, version: 1 }),
  ])} returning id`
  await database.applyRest()

  const told = await sql<{ subject: string; payload: unknown }[]>`select subject, payload from outbox order by id`
  for (const { subject, payload } of told) {
    const name = (Object.keys(events) as EventName[]).find((each) => eventSubject(each) === subject)
    expect(name && Value.Check(events[name], payload)).toBe(true)
  }
  const sold = { name: '세차', price: 35_000, onSale: true }
  const [kept, closed] = stores.map(({ id }) => id)
  const [old, current] = products.map(({ id }) => id)
  expect(told.map(({ payload }) => payload)).toEqual([
    {
      ...sold,
      productId: old,
      type: 'onetime',
      billingMonths: null,
      useLimit: 1,
      storeIds: [],
      removed: true,
      version: 4,
    },
    {
      ...sold,
      productId: current,
      type: 'subscribe',
      billingMonths: 1,
      useLimit: null,
      storeIds: [kept],
      removed: false,
      version: 1,
    },
    { storeId: kept, name: '강남점', version: 2 },
    { storeId: closed, name: null, version: 2 },
    { storeId: closed, name: null, version: 2 }, // by migration 0012, for its recognizers and screens
  ])
})
