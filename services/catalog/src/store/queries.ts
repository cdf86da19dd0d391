import type { Caller } from '@kingcar/bus'
import { AppError, type Store } from '@kingcar/contract'
import type { Reader, Tx } from '@kingcar/db'
import { createLoader, emit } from '@kingcar/db'
import { and, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm'
import { prepareTotal } from '../lists/totals.ts'
import { products, type StoreRow, stores } from '../tables.ts'
import { notFound } from '../validation/not-found.ts'
import { isOpen } from './business-hours.ts'

export const notDeleted = isNull(stores.deletedAt)
// Literal `visible` instead of a parameter, so that a prepared plan can use the partial indexes.
export const publiclyVisible = and(sql`${stores.visible}`, notDeleted)

const { fieldVersions: _fieldVersions, deletedAt: _deletedAt, ...columns } = getTableColumns(stores)

/** The columns that responses need. */
type ResponseColumns = Omit<StoreRow, 'fieldVersions' | 'deletedAt'>

/** Prepared queries of the read operations. */
export const prepareStores = (read: Reader) => ({
  /** Without deleted stores. */
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
 * Protects the stores of a product from deletion until the transaction ends. Locks in order of their ids.
 * @throws AppError STORE_NOT_FOUND with the paths of the stores that are missing or deleted
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

/** Whether a product that is not deleted refers to the store. */
export async function isStoreInUse(tx: Tx, storeId: string): Promise<boolean> {
  const refers = sql`${products.storeIds} @> array[${storeId}]::uuid[]`
  const rows = await tx
    .select({ id: products.id })
    .from(products)
    .where(and(refers, isNull(products.deletedAt)))
    .limit(1)
  return rows.length > 0
}

/** Emits `catalog.storeChanged` for a store that was created or changed. */
export const emitStoreChanged = (tx: Tx, { id, version }: Pick<StoreRow, 'id' | 'version'>, name: string) =>
  emit(tx, 'catalog.storeChanged', { storeId: id, name, version })

/** Emits `catalog.storeChanged` for a store that was closed, with the request that closed it. */
export const emitStoreClosed = (
  tx: Tx,
  { id, version }: Pick<StoreRow, 'id' | 'version'>,
  { actor, requestId }: Caller,
) => {
  if (!actor) throw new AppError('UNAUTHENTICATED')
  return emit(tx, 'catalog.storeChanged', {
    storeId: id,
    name: null,
    version,
    closedBy: { actorId: actor.id, requestId },
  })
}

export const toStore = (row: ResponseColumns, now: Date): Store => ({
  id: row.id,
  ...fieldsOf(row),
  open: isOpen(row, now),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

/** The editable fields, also for the audit log. */
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

/** The input path of an image id. */
export const imageIdPath = (at: number) => `imageIds.${at}`
