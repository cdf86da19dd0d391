import type { Store } from '@kingcar/contract'
import type { Reader, Tx } from '@kingcar/db'
import { emit } from '@kingcar/db'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { type StoreRow, stores } from '../tables.ts'
import { isOpen } from './business-hours.ts'

export const kept = isNull(stores.deletedAt)
// `visible` as it stands and not as a parameter, so that a prepared plan can use the indexes on visible stores.
export const shown = and(sql`${stores.visible}`, kept)

/** Hot reads, prepared once. */
export const prepareStores = (read: Reader) => ({
  byId: read
    .select()
    .from(stores)
    .where(and(eq(stores.id, sql.placeholder('id')), kept))
    .prepare('store_by_id'),
  shownById: read
    .select()
    .from(stores)
    .where(and(eq(stores.id, sql.placeholder('id')), shown))
    .prepare('shown_store_by_id'),
})
export type StoreQueries = ReturnType<typeof prepareStores>

/** Locks a store until the transaction ends. */
export async function lockStore(tx: Tx, id: string): Promise<StoreRow | undefined> {
  const [row] = await tx
    .select()
    .from(stores)
    .where(and(eq(stores.id, id), kept))
    .for('update')
  return row
}

/** Tells every service the store's name; null once it is closed for good. */
export const emitStoreChanged = (tx: Tx, { id, version }: Pick<StoreRow, 'id' | 'version'>, name: string | null) =>
  emit(tx, 'catalog.storeChanged', { storeId: id, name, version })

export const toStore = (row: StoreRow, now: Date): Store => ({
  id: row.id,
  ...fieldsOf(row),
  open: isOpen(row, now),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

/** What an administrator decides of a store. */
export const fieldsOf = (row: Omit<StoreRow, 'id'>) => ({
  name: row.name,
  address: row.address,
  addressDetail: row.addressDetail,
  latitude: row.latitude,
  longitude: row.longitude,
  phone: row.phone,
  businessHours: row.businessHours,
  closedDates: row.closedDates,
  imageIds: row.imageIds,
  visible: row.visible,
})
