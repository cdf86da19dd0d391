import { type Input, mostExpectedPlates, type Result, type served } from '@kingcar/contract'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'

type Op = typeof served.orders.listExpectedPlates

/** The plates of members with a product that is usable at a store now, by an index of the newest usable products. */
export async function listExpectedPlates(
  { db: { search }, now }: Pick<Ctx, 'db' | 'now'>,
  { storeId }: Input<Op>,
): Promise<Result<Op>> {
  const at = sql`${now().toISOString()}::timestamptz`
  const rows = await search.execute<{ carNumber: string }>(sql`
    select c.car_number as "carNumber" from (
      select member_id, car_id, created_at, id from user_products
      where state = 'Available' and not refunding and starts_at <= ${at} and (ends_at is null or ends_at > ${at})
        and remaining_uses is distinct from 0 and (store_ids = '[]' or store_ids ? ${storeId})
      order by created_at desc, id desc limit ${mostExpectedPlates}
    ) p join cars c on c.member_id = p.member_id and not c.removed and (p.car_id is null or c.id = p.car_id)
    group by c.car_number order by max(p.created_at) desc limit ${mostExpectedPlates}`)
  return { plates: rows.map(({ carNumber }) => carNumber) }
}
