import type { DeliveredEvent } from '@kingcar/bus'
import { markProcessed } from '@kingcar/db'
import { sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { endDevicesOf } from '../device/delete.ts'
import { stores } from '../tables.ts'
import { durable } from './durable.ts'

/**
 * Stores the names of stores, including closed ones, and removes the devices of a closed store. The version makes
 * reordered events harmless; a closed store stays closed.
 */
export const onStoreChanged = ({ db }: Pick<Ctx, 'db'>, { id, payload }: DeliveredEvent<'catalog.storeChanged'>) =>
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
    if (name === null) await endDevicesOf(tx, payload)
  })
