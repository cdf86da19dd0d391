import { AppError, type Product, planTermsOf } from '@kingcar/contract'
import { createLoader, emit, type Reader, type Tx } from '@kingcar/db'
import { and, asc, getTableColumns, inArray, isNull, sql } from 'drizzle-orm'
import { setImageReferences } from '../image/image-references.ts'
import { lockRevision, storeRevision } from '../lists/revision.ts'
import { jsonBytes, nextDisplayOrder, wholeListLimit } from '../lists/whole-list.ts'
import { type ProductRow, productRevision, products } from '../tables.ts'

/** Maximum JSON size (bytes) of a product without texts and stores. */
const productOverhead = 512
/** Bytes of a store id as JSON, with quotes and comma. */
const storeIdBytes = 39

const notDeleted = isNull(products.deletedAt)
const byDisplayOrder = [asc(products.displayOrder), asc(products.createdAt), asc(products.id)]

const { fieldVersions: _fieldVersions, deletedAt: _deletedAt, ...columns } = getTableColumns(products)

/** The columns that responses need. */
type ResponseColumns = Omit<ProductRow, 'fieldVersions' | 'deletedAt'>

/** Prepared queries of the read operations. */
export const prepareProducts = (read: Reader) => {
  const ofType = sql`coalesce(${sql.placeholder('type')}::text, ${products.type}) = ${products.type}`
  return {
    /**
     * Products of a type (null: all) with the list's revision; one row with only the revision if there is no product.
     */
    all: read
      .select({ revision: productRevision.revision, row: columns })
      .from(productRevision)
      .leftJoin(products, and(ofType, notDeleted))
      .orderBy(...byDisplayOrder)
      .prepare('products'),
    /** Products on sale of a type (null: all). */
    onSale: read
      .select(columns)
      .from(products)
      // Literal `on_sale` instead of a parameter, so that a prepared plan can use the partial index.
      .where(and(ofType, sql`${products.onSale}`, notDeleted))
      .orderBy(...byDisplayOrder)
      .prepare('products_on_sale'),
    /** Without deleted products. */
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

/** See `lockRevision`. */
export const lockProducts = (tx: Tx) => lockRevision(tx, productRevision)

export const storeProductRevision = (tx: Tx, revision: number) => storeRevision(tx, productRevision, revision)

/** The rows with these ids, without deleted ones. No other transaction changes them while the revision is locked. */
export async function findProducts(tx: Tx, ids: readonly string[]): Promise<Map<string, ProductRow>> {
  const rows = await tx
    .select()
    .from(products)
    .where(and(inArray(products.id, [...ids]), notDeleted))
  return new Map(rows.map((row) => [row.id, row]))
}

/** All products in display order, with the changes of this transaction. */
export async function listAllProducts(tx: Tx): Promise<Product[]> {
  const rows = await tx
    .select(columns)
    .from(products)
    .where(notDeleted)
    .orderBy(...byDisplayOrder)
  return rows.map(toProduct)
}

/** The display order after the last product. */
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
  en: 'The maximum size of all products is reached; shorten descriptions, or delete a product that is not used.',
}

/** @throws AppError VALIDATION_FAILED if the list of all products would not fit into one bus message */
export async function assertListFits(tx: Tx): Promise<void> {
  const texts = sql`${jsonBytes(products.name)} + ${jsonBytes(products.description)}`
  const rest = sql`${productOverhead}::integer + ${storeIdBytes}::integer * cardinality(${products.storeIds})`
  const [row] = await tx
    .select({ bytes: sql<number>`sum(${texts} + ${rest})::integer` })
    .from(products)
    .where(notDeleted)
  if ((row?.bytes ?? 0) > wholeListLimit) throw new AppError('VALIDATION_FAILED', { details: [listFull] })
}

/** See `setImageReferences`. */
export const setProductImage = (tx: Tx, { id, imageId }: Pick<ProductRow, 'id' | 'imageId'>) =>
  setImageReferences(tx, { entity: 'product', entityId: id }, imageId === null ? [] : [imageId], () => 'imageId')

export const emitProductChanged = (
  tx: Tx,
  row: ResponseColumns,
  { removed, stopsSubscriptions }: { removed: boolean; stopsSubscriptions?: boolean },
) =>
  emit(tx, 'catalog.productChanged', {
    productId: row.id,
    name: row.name,
    type: row.type,
    price: row.price,
    billingMonths: row.billingMonths,
    useLimit: row.useLimit,
    carLimit: row.carLimit,
    usesPerDay: row.usesPerDay,
    usesPerStay: row.usesPerStay,
    ...planTermsOf(row),
    storeIds: row.storeIds,
    onSale: row.onSale,
    removed,
    ...(stopsSubscriptions !== undefined && { stopsSubscriptions }),
    version: row.version,
  })

export const toProduct = (row: ResponseColumns): Product => ({
  id: row.id,
  ...fieldsOf(row),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

/** The editable fields, also for the audit log. */
export const fieldsOf = (row: Omit<ResponseColumns, 'id'>) => ({
  name: row.name,
  description: row.description,
  type: row.type,
  price: row.price,
  billingMonths: row.billingMonths,
  useLimit: row.useLimit,
  carLimit: row.carLimit,
  usesPerDay: row.usesPerDay,
  usesPerStay: row.usesPerStay,
  ...planTermsOf(row),
  storeIds: row.storeIds,
  imageId: row.imageId,
  onSale: row.onSale,
  displayOrder: row.displayOrder,
})
