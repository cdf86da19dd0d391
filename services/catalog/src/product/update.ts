import type { Caller, Versioned } from '@kingcar/bus'
import { AppError, contract, type Input, type Product } from '@kingcar/contract'
import { assertUnchangedSince, audit } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { planChange } from '../lists/batch-update.ts'
import { latestRevision } from '../lists/revision.ts'
import { lockStoresOfProduct } from '../store/queries.ts'
import { products } from '../tables.ts'
import { toPatch } from './product.ts'
import {
  assertListFits,
  emitProductChanged,
  findProducts,
  lockProducts,
  setProductImage,
  storeProductRevision,
  toProduct,
} from './queries.ts'

const op = contract.catalog.updateProduct

/** Updates a product. Existing orders are not affected: they hold a copy of what they sold. */
export async function updateProduct(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { id, ...input }: Input<typeof op>,
  caller: Caller,
): Promise<Versioned<Product>> {
  return ctx.db.transaction(async (tx) => {
    const locked = await lockProducts(tx)
    const found = (await findProducts(tx, [id])).get(id)
    if (!found) throw new AppError('PRODUCT_NOT_FOUND')
    const revision = latestRevision(locked, [found])
    assertUnchangedSince(caller.ifMatch, revision, [{ ...found, path: '' }])
    const { row, changed } = planChange({ found, path: '', patch: toPatch(found, input) }, revision, ctx.now())
    if (!changed) return { result: toProduct(row), version: row.version }

    const { after } = changed
    const { version, fieldVersions, updatedAt } = row
    if (after.storeIds) await lockStoresOfProduct(tx, after.storeIds)
    await tx
      .update(products)
      .set({ ...after, version, fieldVersions, updatedAt })
      .where(eq(products.id, id))
    await assertListFits(tx)
    if (after.imageId !== undefined) await setProductImage(tx, row)
    await storeProductRevision(tx, version)
    await emitProductChanged(tx, row, { removed: false })
    await audit(tx, op, caller, { entity: 'product', entityId: id, ...changed })
    return { result: toProduct(row), version }
  })
}
