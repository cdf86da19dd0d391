import { randomUUID } from 'node:crypto'
import { uuidv7 } from '@kingcar/db'
import type { Sql } from 'postgres'

type Row = Record<string, unknown> & { id: string }

/** Inserts rows directly, for tests of how they are listed. */
export const rowInserter = (sql: Sql) => ({
  async order(fields: { memberId: string } & Record<string, unknown>): Promise<Row> {
    const { memberId, ...over } = fields
    const id = uuidv7()
    const row = {
      ...{
        id,
        merchant_uid: `kc_${id}`,
        member_id: memberId,
        product_id: randomUUID(),
        product_name: '프리미엄 손세차',
      },
      ...{ product_type: 'onetime', store_ids: sql.json([]), amount: 35_000, state: 'Create', created_at: new Date() },
    }
    const [stored] = await sql<Row[]>`insert into orders.orders ${sql(Object.assign(row, over))} returning *`
    return stored as Row
  },
  async userProduct(fields: { memberId: string } & Record<string, unknown>): Promise<Row> {
    const { memberId, ...over } = fields
    const row = {
      ...{
        id: uuidv7(),
        member_id: memberId,
        product_id: randomUUID(),
        product_name: '프리미엄 손세차',
        type: 'onetime',
      },
      ...{ price: 35_000, use_limit: 1, remaining_uses: 1, store_ids: sql.json([]), state: 'Available' },
      ...{ starts_at: new Date(), created_at: new Date() },
    }
    const [stored] = await sql<Row[]>`insert into orders.user_products ${sql(Object.assign(row, over))} returning *`
    return stored as Row
  },
  async useLog(fields: { memberId: string; userProductId: string } & Record<string, unknown>): Promise<Row> {
    const { memberId, userProductId, ...over } = fields
    const row = {
      ...{ id: uuidv7(), user_product_id: userProductId, member_id: memberId, product_name: '프리미엄 손세차' },
      ...{ store_id: randomUUID(), store_name: '강남점', car_number: '12가3456', used_at: new Date() },
      created_at: new Date(),
    }
    const [stored] = await sql<Row[]>`insert into orders.use_logs ${sql(Object.assign(row, over))} returning *`
    return stored as Row
  },
  async entry(orderId: string, fields: Record<string, unknown>): Promise<void> {
    const row = { order_id: orderId, at: new Date(), to_state: 'Create', cause: 'ordered' }
    await sql`insert into orders.ledger ${sql(Object.assign(row, fields))}`
  },
})
