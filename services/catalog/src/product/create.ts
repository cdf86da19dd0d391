import type { Caller } from '@kingcar/bus'
import { contract, type Input, type Product } from '@kingcar/contract'
import { audit, nextVersion, withIdempotency } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { lockStoresOfProduct } from '../store/queries.ts'
import { products } from '../tables.ts'
import { newProduct } from './product.ts'
import {
  assertListFits,
  emitProductChanged,
  fieldsOf,
  lockProducts,
  nextProductOrder,
  setProductImage,
  storeProductRevision,
  toProduct,
} from './queries.ts'

const op = contract.catalog.createProduct

/** Creates a product; by default on sale, at all stores and after the last one. */
export async function createProduct(
  ctx: Pick<Ctx, 'db' | 'idempotencySecret'>,
  input: Input<typeof op>,
  caller: Caller,
): Promise<Product> {
  const fields = newProduct(input)
  return withIdempotency(ctx.db, ctx.idempotencySecret, op, input, caller, async (tx) => {
    const revision = await lockProducts(tx)
    await lockStoresOfProduct(tx, fields.storeIds)
    const displayOrder = fields.displayOrder ?? (await nextProductOrder(tx))
    const version = nextVersion({ version: revision, fieldVersions: {} }, Object.keys(fields))
    const [row] = await tx
      .insert(products)
      .values({ ...fields, displayOrder, ...version })
      .returning()
    if (!row) throw new Error('insert returned no row')
    await assertListFits(tx)
    await setProductImage(tx, row)
    await storeProductRevision(tx, row.version)
    await emitProductChanged(tx, row, { removed: false })
    await audit(tx, op, caller, { entity: 'product', entityId: row.id, before: null, after: fieldsOf(row) })
    return toProduct(row)
  })
}
