import type { DeliveredEvent } from '@kingcar/bus'
import { markProcessed } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { stores } from '../tables.ts'
import { durable } from './consumer.ts'

/** Keeps the names of stores, also of closed ones. The version decides, so that events may come out of order. */
export const onStoreChanged = ({ db }: Ctx, { id, payload }: DeliveredEvent<'catalog.storeChanged'>) =>
  db.transaction(async (tx) => {
    if (!(await markProcessed(tx, durable, id))) return
    const { storeId, name, version } = payload
    await tx
      .insert(stores)
      .values({ id: storeId, name, closed: name === null, version })
      .onConflictDoUpdate({
        target: stores.id,
        set: {
          name: sql`case when excluded.version > ${stores.version}
            then coalesce(excluded.name, ${stores.name}) else coalesce(${stores.name}, excluded.name) end`,
          closed: sql`case when excluded.version > ${stores.version} then excluded.closed else ${stores.closed} end`,
          version: sql`greatest(${stores.version}, excluded.version)`,
        },
      })
  })
