import type { Database } from '@kingcar/db'
import { inArray } from 'drizzle-orm'
import { stores } from './tables.ts'

/** Ids of those among these stores that the catalog told of. A store that was known once stays known. */
export type KnownStores = (ids: Iterable<string>) => Promise<ReadonlySet<string>>

/** Remembers stores and asks the table for others, since another process may have stored the event. */
export function createKnownStores(db: Pick<Database, 'read'>): KnownStores {
  const known = new Set<string>()
  return async (ids) => {
    const unknown = [...ids].filter((id) => !known.has(id))
    if (unknown.length > 0) {
      const found = await db.read.select({ id: stores.id }).from(stores).where(inArray(stores.id, unknown))
      for (const { id } of found) known.add(id)
    }
    return known
  }
}
