import type { Caller } from '@kingcar/bus'
import { type AttentionPart, type Input, mostAttentionStores, type served } from '@kingcar/contract'
import { ofStores } from '@kingcar/db'
import { and, inArray } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { openedAt } from '../store/business-hours.ts'
import { notDeleted } from '../store/queries.ts'
import { stores } from '../tables.ts'

/**
 * Returns the requested stores and since when each is open; the gateway needs this to judge the other services' entries
 * of stores. At most as many stores as fit into a reply: an earlier version requests all.
 */
export async function getAttention(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  { storeIds }: Input<typeof served.catalog.getAttention>,
  caller: Caller,
): Promise<AttentionPart> {
  const { id, name, businessHours, closedDates } = stores
  const rows = await db.read
    .select({ id, name, businessHours, closedDates })
    .from(stores)
    .where(and(notDeleted, ofStores(id, caller.stores), storeIds && inArray(id, storeIds)))
    .limit(mostAttentionStores)
  const at = now()
  return {
    items: [],
    stores: rows.map((row) => ({
      id: row.id,
      name: row.name,
      openSince: openedAt(row, at)?.toISOString() ?? null,
    })),
  }
}
