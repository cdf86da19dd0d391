import type { Store } from '@kingcar/contract'
import type { Reader, Tx } from '@kingcar/db'
import { createLoader, emit } from '@kingcar/db'
import { and, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm'
import { prepareTotal } from '../lists/totals.ts'
import { products, type StoreRow, stores } from '../tables.ts'
import { notFound } from '../validation/not-found.ts'
import { isOpen } from './business-hours.ts'

export const notDeleted = isNull(stores.deletedAt)
// `visible` as it stands and not as a parameter, so that a prepared plan can use the indexes on visible stores.
export const publiclyVisible = and(sql`${stores.visible}`, notDeleted)

const { fieldVersions: _fieldVersions, deletedAt: _deletedAt, ...columns } = getTableColumns(stores)

/** The part of a row that answers are made of. */
type ResponseColumns = Omit<StoreRow, 'fieldVersions' | 'deletedAt'>

/** Hot reads, prepared once. */
export const prepareStores = (read: Reader) => ({
  /** A store that is not closed for good. */
  byId: createLoader(
    read
      .select(columns)
      .from(stores)
      .where(and(sql`${stores.id} = any(${sql.placeholder('keys')}::uuid[])`, notDeleted))
      .prepare('stores_by_id'),
    ({ id }) => id,
  ),
  total: prepareTotal(read, 'stores'),
})
export type StoreQueries = ReturnType<typeof prepareStores>

/** Locks a store until the transaction ends. */
export async function lockStore(tx: Tx, id: string): Promise<StoreRow | undefined> {
  const [row] = await tx
    .select()
    .from(stores)
    .where(and(eq(stores.id, id), notDeleted))
    .for('update')
  return row
}

/**
 * Locks the stores that a product names against their closing, in the order of their ids.
 * @throws AppError STORE_NOT_FOUND naming the places of those that are not there, or closed for good
 */
export async function lockStoresOfProduct(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const rows = await tx
    .select({ id: stores.id })
    .from(stores)
    .where(and(inArray(stores.id, [...ids]), notDeleted))
    .orderBy(stores.id)
    .for('key share')
  const found = new Set(rows.map(({ id }) => id))
  const missing = ids.flatMap((id, at) => (found.has(id) ? [] : `storeIds.${at}`))
  if (missing.length > 0) throw notFound('STORE_NOT_FOUND', missing)
}

/** Whether a product that is not removed names a store. */
export async function isStoreInUse(tx: Tx, storeId: string): Promise<boolean> {
  const naming = sql`${products.storeIds} @> array[${storeId}]::uuid[]`
  const rows = await tx
    .select({ id: products.id })
    .from(products)
    .where(and(naming, isNull(products.deletedAt)))
    .limit(1)
  return rows.length > 0
}

/** Tells every service the store's name; null once it is closed for good. */
export const emitStoreChanged = (tx: Tx, { id, version }: Pick<StoreRow, 'id' | 'version'>, name: string | null) =>
  emit(tx, 'catalog.storeChanged', { storeId: id, name, version })

export const toStore = (row: ResponseColumns, now: Date): Store => ({
  id: row.id,
  ...fieldsOf(row),
  open: isOpen(row, now),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

/** What an administrator decides of a store. */
export const fieldsOf = (row: Omit<ResponseColumns, 'id'>) => ({
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

/** Where in the input a picture of a store is named. */
export const imageIdPath = (at: number) => `imageIds.${at}`
