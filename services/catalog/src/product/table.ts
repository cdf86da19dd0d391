import { AppError, type Product } from '@kingcar/contract'
import { createLoader, emit, type Reader, type Tx } from '@kingcar/db'
import { and, asc, eq, getTableColumns, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { showImages } from '../image/uses.ts'
import { notFound } from '../not-found.ts'
import { kept as keptStore } from '../store/table.ts'
import { type ProductRow, products, stores } from '../tables.ts'
import { jsonBytes, placeBehind, wholeListLimit } from '../whole-list.ts'

/** Bytes that a product has beside its texts and its stores, as JSON, at most. */
const productOverhead = 512
/** Bytes of the id of a store as JSON. */
const storeIdBytes = 39

const kept = isNull(products.deletedAt)

const { fieldVersions: _fieldVersions, deletedAt: _deletedAt, ...columns } = getTableColumns(products)

/** The part of a row that answers are made of. */
type Answered = Omit<ProductRow, 'fieldVersions' | 'deletedAt'>

/** Hot reads, prepared once. */
export const prepareProducts = (read: Reader) => {
  /** Of a type, or of all where it is null. */
  const list = (name: string, which?: SQL) =>
    read
      .select(columns)
      .from(products)
      .where(and(sql`coalesce(${sql.placeholder('type')}::text, ${products.type}) = ${products.type}`, which, kept))
      .orderBy(asc(products.displayOrder), asc(products.createdAt), asc(products.id))
      .prepare(name)
  return {
    all: list('products'),
    // `on_sale` as it stands and not as a parameter, like that of visible stores.
    onSale: list('products_on_sale', sql`${products.onSale}`),
    /** A product that is not removed. */
    byId: createLoader(
      read
        .select(columns)
        .from(products)
        .where(and(sql`${products.id} = any(${sql.placeholder('keys')}::uuid[])`, kept))
        .prepare('products_by_id'),
      ({ id }) => id,
    ),
  }
}
export type ProductQueries = ReturnType<typeof prepareProducts>

/** Against other writers, until the transaction ends, so that the room for all is judged by one at a time; readers go on. */
export const lockProducts = (tx: Tx) => tx.execute(sql`lock table ${products} in share row exclusive mode`)

/** A product that is not removed. Nobody else changes it while products are locked. */
export async function findProduct(tx: Tx, id: string): Promise<ProductRow | undefined> {
  const [row] = await tx
    .select()
    .from(products)
    .where(and(eq(products.id, id), kept))
  return row
}

/** The place behind the last product. */
export async function nextPlace(tx: Tx): Promise<number> {
  const [row] = await tx
    .select({ place: placeBehind(products.displayOrder) })
    .from(products)
    .where(kept)
  return row?.place ?? 0
}

const noRoom = {
  path: '',
  ko: '상품을 더 저장할 자리가 없어요. 설명을 줄이거나 쓰지 않는 상품을 먼저 지워 주세요.',
  en: 'There is no room for more; shorten descriptions, or remove a product that is not used.',
}

/**
 * Keeps the list of all products one that can be answered.
 * @throws AppError VALIDATION_FAILED where it has grown past that
 */
export async function checkRoom(tx: Tx): Promise<void> {
  const texts = sql`${jsonBytes(products.name)} + ${jsonBytes(products.description)}`
  const rest = sql`${productOverhead}::integer + ${storeIdBytes}::integer * cardinality(${products.storeIds})`
  const [row] = await tx
    .select({ bytes: sql<number>`sum(${texts} + ${rest})::integer` })
    .from(products)
    .where(kept)
  if ((row?.bytes ?? 0) > wholeListLimit) throw new AppError('VALIDATION_FAILED', { details: [noRoom] })
}

/**
 * Locks the stores that a product names against their closing, in the order of their ids.
 * @throws AppError STORE_NOT_FOUND naming the places of those that are not there, or closed for good
 */
export async function lockStores(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const rows = await tx
    .select({ id: stores.id })
    .from(stores)
    .where(and(inArray(stores.id, [...ids]), keptStore))
    .orderBy(stores.id)
    .for('key share')
  const found = new Set(rows.map(({ id }) => id))
  const missing = ids.flatMap((id, at) => (found.has(id) ? [] : `storeIds.${at}`))
  if (missing.length > 0) throw notFound('STORE_NOT_FOUND', missing)
}

/** Whether a product that is not removed names a store. */
export async function isStoreNamed(tx: Tx, storeId: string): Promise<boolean> {
  const naming = sql`${products.storeIds} @> array[${storeId}]::uuid[]`
  const rows = await tx.select({ id: products.id }).from(products).where(and(naming, kept)).limit(1)
  return rows.length > 0
}

/** Notes which picture a product shows from now on, see `showImages`. */
export const showImage = (tx: Tx, { id, imageId }: Pick<ProductRow, 'id' | 'imageId'>) =>
  showImages(tx, { entity: 'product', entityId: id }, imageId === null ? [] : [imageId], () => 'imageId')

/** Tells every service what is sold from now on. */
export const emitProductChanged = (tx: Tx, row: Answered, { removed }: { removed: boolean }) =>
  emit(tx, 'catalog.productChanged', {
    productId: row.id,
    name: row.name,
    type: row.type,
    price: row.price,
    billingMonths: row.billingMonths,
    useLimit: row.useLimit,
    storeIds: row.storeIds,
    onSale: row.onSale,
    removed,
    version: row.version,
  })

export const toProduct = (row: Answered): Product => ({
  id: row.id,
  ...fieldsOf(row),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

/** What an administrator decides of a product. */
export const fieldsOf = (row: Omit<Answered, 'id'>) => ({
  name: row.name,
  description: row.description,
  type: row.type,
  price: row.price,
  billingMonths: row.billingMonths,
  useLimit: row.useLimit,
  storeIds: row.storeIds,
  imageId: row.imageId,
  onSale: row.onSale,
  displayOrder: row.displayOrder,
})
