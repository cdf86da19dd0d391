import type { DeliveredEvent } from '@kingcar/bus'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { stores } from '../tables.ts'

/** Projects the names of stores. */
export const onStoreChanged = (
  { db }: Pick<Ctx, 'db'>,
  { payload }: DeliveredEvent<'catalog.storeChanged'>,
): Promise<void> =>
  db.transaction(async (tx) => {
    const { storeId: id, name, version } = payload
    const change = { name, version }
    await tx
      .insert(stores)
      .values({ id, ...change })
      .onConflictDoUpdate({ target: stores.id, set: change, setWhere: sql`${stores.version} < excluded.version` })
  })
