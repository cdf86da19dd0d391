import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'

/** Stores a use of a member's product, as a visit would write it; gives its id. */
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
