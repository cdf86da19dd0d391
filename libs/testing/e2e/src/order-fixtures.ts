import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'

/** Stores a paid order that cost nothing; returns its id. */
export async function addFreeOrder(sql: Sql): Promise<string> {
  const id = randomUUID()
  const [row] = await sql<{ id: string }[]>`
    insert into orders.orders (
      id, merchant_uid, member_id, product_id, product_name, product_type, store_ids, amount, state, paid_at, created_at
    )
    values (
      ${id}, ${`kc_${id.replaceAll('-', '')}`}, ${randomUUID()}, ${randomUUID()}, '손세차', 'onetime', '[]', 0, 'Completed',
      now(), now()
    )
    returning id`
  return row?.id ?? ''
}

/** Stores a use of a member's product, as a visit writes it; returns its id. */
export async function addUse(sql: Sql, userProductId: string): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into orders.use_logs (
      id, user_product_id, member_id, product_name, store_id, store_name, car_number, used_at, created_at
    )
    select ${randomUUID()}, id, member_id, product_name, ${randomUUID()}, '강남점', '12가3456', now(), now()
    from orders.user_products where id = ${userProductId}
    returning id`
  return row?.id ?? ''
}
