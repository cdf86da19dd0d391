import type { PlateListKind } from '@kingcar/contract'
import type { Reader } from '@kingcar/db'
import { type SQL, sql } from 'drizzle-orm'
import { makePgArray } from 'drizzle-orm/pg-core'

/** Whether entry `l` is in force for a plate at a store. */
export const isListed = (carNumber: SQL, storeId: SQL): SQL => sql`
  l.car_number = ${carNumber} and (l.store_id is null or l.store_id = ${storeId})
  and (l.expires_at is null or l.expires_at > now())`

/** The lists of the plates of visits at their stores, by the visits' ids: `blocked` first, then that of the store. */
export async function loadListed(
  db: Pick<Reader, 'execute'>,
  ids: readonly string[],
): Promise<Map<string, PlateListKind>> {
  const rows = await db.execute<{ id: string; kind: PlateListKind }>(sql`
    select distinct on (v.id) v.id, l.kind
    from visits v join listed_plates l on ${isListed(sql`v.car_number`, sql`v.store_id`)}
    where v.id = any(${makePgArray([...ids])}::uuid[])
    order by v.id, l.kind = 'blocked' desc, l.store_id nulls last`)
  return new Map(rows.map(({ id, kind }) => [id, kind]))
}
