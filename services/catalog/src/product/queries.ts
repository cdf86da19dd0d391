import { AppError, type Product } from '@kingcar/contract'
import { createLoader, emit, type Reader, type Tx } from '@kingcar/db'
import { and, asc, getTableColumns, inArray, isNull, sql } from 'drizzle-orm'
import { setImageReferences } from '../image/image-references.ts'
import { lockRevision, storeRevision } from '../lists/revision.ts'
import { jsonBytes, nextDisplayOrder, wholeListLimit } from '../lists/whole-list.ts'
import { type ProductRow, productRevision, products } from '../tables.ts'

/** Bytes that a product has beside its texts and its stores, as JSON, at most. */
const productOverhead = 512
/** Bytes of the id of a store as JSON. */
const storeIdBytes = 39

const notDeleted = isNull(products.deletedAt)
const byDisplayOrder = [asc(products.displayOrder), asc(products.createdAt), asc(products.id)]

const { fieldVersions: _fieldVersions, deletedAt: _deletedAt, ...columns } = getTableColumns(products)

/** The part of a row that answers are made of. */
type ResponseColumns = Omit<ProductRow, 'fieldVersions' | 'deletedAt'>

/** Hot reads, prepared once. */
export const prepareProducts = (read: Reader) => {
  const ofType = sql`coalesce(${sql.placeholder('type')}::text, ${products.type}) = ${products.type}`
  return {
    /** Of a type, or of all where it is null, with the revision of all, which is there without any product. */
    all: read
      .select({ revision: productRevision.revision, row: columns })
      .from(productRevision)
      .leftJoin(products, and(ofType, notDeleted))
      .orderBy(...byDisplayOrder)
      .prepare('products'),
    /** Those that members can buy, of a type or of all where it is null. */
    onSale: read
      .select(columns)
      .from(products)
      // `on_sale` as it stands and not as a parameter, like that of visible stores.
      .where(and(ofType, sql`${products.onSale}`, notDeleted))
      .orderBy(...byDisplayOrder)
      .prepare('products_on_sale'),
    /** A product that is not removed. */
    byId: createLoader(
      read
        .select(columns)
        .from(products)
        .where(and(sql`${products.id} = any(${sql.placeholder('keys')}::uuid[])`, notDeleted))
        .prepare('products_by_id'),
      ({ id }) => id,
    ),
  }
}
export type ProductQueries = ReturnType<typeof prepareProducts>

/** Locks the revision of all products, see `lockRevision`. */
export const lockProducts = (tx: Tx) => lockRevision(tx, productRevision)

/** Makes it the revision of all products. */
export const storeProductRevision = (tx: Tx, revision: number) => storeRevision(tx, productRevision, revision)

/** The rows of these ids by id, without those that are removed. Nobody else changes them while the revision is locked. */
export async function findProducts(tx: Tx, ids: readonly string[]): Promise<Map<string, ProductRow>> {
  const rows = await tx
    .select()
    .from(products)
    .where(and(inArray(products.id, [...ids]), notDeleted))
  return new Map(rows.map((row) => [row.id, row]))
}

/** All products in their order, as the transaction leaves them. */
export async function listAllProducts(tx: Tx): Promise<Product[]> {
  const rows = await tx
    .select(columns)
    .from(products)
    .where(notDeleted)
    .orderBy(...byDisplayOrder)
  return rows.map(toProduct)
}

/** The place behind the last product. */
export async function nextProductOrder(tx: Tx): Promise<number> {
  const [row] = await tx
    .select({ place: nextDisplayOrder(products.displayOrder) })
    .from(products)
    .where(notDeleted)
  return row?.place ?? 0
}

const listFull = {
  path: '',
  ko: '상품을 더 저장할 자리가 없어요. 설명을 줄이거나 쓰지 않는 상품을 먼저 지워 주세요.',
  en: 'No more products can be stored; shorten descriptions, or delete a product that is not used.',
}

/**
 * Keeps the list of all products one that can be answered.
 * @throws AppError VALIDATION_FAILED where it has grown past that
 */
export async function assertListFits(tx: Tx): Promise<void> {
  const texts = sql`${jsonBytes(products.name)} + ${jsonBytes(products.description)}`
  const rest = sql`${productOverhead}::integer + ${storeIdBytes}::integer * cardinality(${products.storeIds})`
  const [row] = await tx
    .select({ bytes: sql<number>`sum(${texts} + ${rest})::integer` })
    .from(products)
    .where(notDeleted)
  if ((row?.bytes ?? 0) > wholeListLimit) throw new AppError('VALIDATION_FAILED', { details: [listFull] })
}

/** Notes which picture a product shows from now on, see `showImages`. */
export const setProductImage = (tx: Tx, { id, imageId }: Pick<ProductRow, 'id' | 'imageId'>) =>
  setImageReferences(tx, { entity: 'product', entityId: id }, imageId === null ? [] : [imageId], () => 'imageId')

/** Tells every service what is sold from now on. */
export const emitProductChanged = (tx: Tx, row: ResponseColumns, { removed }: { removed: boolean }) =>
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

export const toProduct = (row: ResponseColumns): Product => ({
  id: row.id,
  ...fieldsOf(row),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

/** What an administrator decides of a product. */
export const fieldsOf = (row: Omit<ResponseColumns, 'id'>) => ({
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
