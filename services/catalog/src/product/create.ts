import type { Caller } from '@kingcar/bus'
import { contract, type Input, type Product } from '@kingcar/contract'
import { auditEntry, emit, nextVersion, withIdempotency } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { products } from '../tables.ts'
import { newProduct } from './product.ts'
import {
  checkRoom,
  emitProductChanged,
  fieldsOf,
  lockProducts,
  lockStores,
  nextPlace,
  showImage,
  storeProductRevision,
  toProduct,
} from './table.ts'

const op = contract.catalog.createProduct

/** Adds a product; on sale, everywhere and behind the last one unless asked otherwise. */
export async function createProduct(ctx: Ctx, input: Input<typeof op>, caller: Caller): Promise<Product> {
  const fields = newProduct(input)
  return withIdempotency(ctx.db, ctx.idempotencySecret, op, input, caller, async (tx) => {
    const revision = await lockProducts(tx)
    await lockStores(tx, fields.storeIds)
    const displayOrder = fields.displayOrder ?? (await nextPlace(tx))
    const version = nextVersion({ version: revision, fieldVersions: {} }, Object.keys(fields))
    const [row] = await tx
      .insert(products)
      .values({ ...fields, displayOrder, ...version })
      .returning()
    if (!row) throw new Error('insert returned no row')
    await checkRoom(tx)
    await showImage(tx, row)
    await storeProductRevision(tx, row.version)
    await emitProductChanged(tx, row, { removed: false })
    await emit(
      tx,
      'catalog.audited',
      auditEntry(caller, { action: op.name, entity: 'product', entityId: row.id, before: null, after: fieldsOf(row) }),
    )
    return toProduct(row)
  })
}
