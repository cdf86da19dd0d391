import type { Reader } from '@kingcar/db'
import { inArray, sql } from 'drizzle-orm'
import { products } from '../tables.ts'
import { uuids } from '../use-log/usage-state.ts'

/** Order of groups with equal figures. */
export const byName = (a: { name: string | null }, b: { name: string | null }) =>
  (a.name ?? '').localeCompare(b.name ?? '', 'ko')

/** The names of products by id, also of deleted ones. */
export async function productNames(db: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { id, name } = products
  const found = await db
    .select({ id, name })
    .from(products)
    .where(inArray(id, [...ids]))
  return new Map(found.map((each) => [each.id, each.name]))
}

/** The names of stores by id; for a closed store its last name. */
export async function storeNames(db: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const found = await db.execute<{ id: string; name: string }>(sql`
    select i.id, coalesce(s.name, u.store_name) as name from unnest(${uuids(ids)}) as i (id)
    left join stores s on s.id = i.id
    left join lateral (
      select store_name from use_logs where store_id = i.id and s.name is null order by used_at desc, id desc limit 1
    ) u on true
    where coalesce(s.name, u.store_name) is not null`)
  return new Map(found.map((each) => [each.id, each.name]))
}
