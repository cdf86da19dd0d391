import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'

/** Stores a paid order that cost nothing; returns its id. */
export async function addFreeOrder(sql: Sql, memberId: string = randomUUID()): Promise<string> {
  const id = randomUUID()
  const [row] = await sql<{ id: string }[]>`
    insert into orders.orders (
      id, merchant_uid, member_id, product_id, product_name, product_type, store_ids, amount, state, paid_at, created_at
    )
    values (
      ${id}, ${`kc_${id.replaceAll('-', '')}`}, ${memberId}, ${randomUUID()}, '손세차', 'onetime', '[]', 0, 'Completed',
      now(), now()
    )
    returning id`
  return row?.id ?? ''
}

/** Stores money that is owed to the member of an order; returns its id. */
export async function addOwedReturn(sql: Sql, orderId?: string): Promise<string> {
  const id = randomUUID()
  await sql`
    insert into orders.owed_returns (
      id, order_id, member_id, payment_uid, amount, cause, since, needs_account, next_try_at
    )
    select ${id}, id, member_id, ${`imp_${id}`}, 1000, 'paidTwice', now(), false, now() + interval '1 hour'
    from orders.orders where id = ${orderId ?? (await addFreeOrder(sql))}`
  return id
}

/** Stores a use of a member's product, as a visit writes it; returns its id. */
export async function addUse(sql: Sql, userProductId: string, storeId: string = randomUUID()): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into orders.use_logs (
      id, user_product_id, member_id, product_name, store_id, store_name, car_number, used_at, created_at
    )
    select ${randomUUID()}, id, member_id, product_name, ${storeId}, '강남점', '12가3456', now(), now()
    from orders.user_products where id = ${userProductId}
    returning id`
  return row?.id ?? ''
}

/** Stores a late visit of a product's member as the orders service knows it; returns its id. */
export async function addVisitOf(sql: Sql, userProductId: string, storeId: string = randomUUID()): Promise<string> {
  const id = randomUUID()
  const at = new Date().toISOString()
  const visit = {
    id,
    storeId,
    storeName: '강남점',
    carNumber: '12가3456',
    recognizedAt: at,
    receivedAt: at,
  }
  const state = JSON.stringify({ ...visit, late: true, mergedInto: null, revision: 1 })
  await sql`
    insert into orders.visits (id, revision, visit, seen_at)
    select ${id}, 1, ${state}::text::jsonb || jsonb_build_object('memberId', member_id), now()
    from orders.user_products where id = ${userProductId}`
  return id
}

/** Stores a subscription that renews in a month; returns its id. */
export async function addSubscription(sql: Sql, memberId: string = randomUUID()): Promise<string> {
  const id = randomUUID()
  await sql`
    insert into orders.user_products (
      id, member_id, product_id, product_name, type, price, billing_months, store_ids, state, starts_at, ends_at,
      next_billing_at, order_id, created_at
    )
    values (
      ${id}, ${memberId}, ${randomUUID()}, '월 4회', 'subscribe', 50000, 1, '[]', 'Available', now(),
      now() + interval '1 month', now() + interval '1 month', ${randomUUID()}, now()
    )`
  return id
}

/** Makes the renewal of a subscription unpaid, with a card that the provider does not know. */
export async function makeUnpaid(sql: Sql, id: string): Promise<void> {
  const dunning = { since: new Date().toISOString(), reason: 'declined', scheduledTries: 1, otherTries: 0 }
  await sql`update orders.user_products set state = 'Unavailable', due_at = now(), dunning = ${sql.json(dunning)} where id = ${id}`
  await sql`
    insert into orders.cards (id, member_id, customer_uid, issuer, masked_number, main, state, created_at, changed_at)
    select ${randomUUID()}, member_id, ${randomUUID()}, '신한카드', '4242-****-****-4242', true, 'kept', now(), now()
    from orders.user_products where id = ${id}`
}
