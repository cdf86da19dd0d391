import type { Caller, Versioned } from '@kingcar/bus'
import { AppError, contract, type Input, type Product } from '@kingcar/contract'
import { assertUnchanged, auditEntry, difference, emit, nextVersion } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { type ProductRow, products } from '../tables.ts'
import { changedProduct } from './product.ts'
import { checkRoom, emitProductChanged, findProduct, lockProducts, lockStores, showImage, toProduct } from './table.ts'

const op = contract.catalog.updateProduct

/** Changes any of a product's fields. What was bought before stays as it was: orders keep what they sold. */
export async function updateProduct(
  ctx: Ctx,
  { id, ...typed }: Input<typeof op>,
  caller: Caller,
): Promise<Versioned<Product>> {
  return ctx.db.transaction(async (tx) => {
    await lockProducts(tx)
    const found = await findProduct(tx, id)
    if (!found) throw new AppError('PRODUCT_NOT_FOUND')
    assertUnchanged(caller.ifMatch, found)
    const changed = difference<ProductRow>(found, changedProduct(found, typed))
    if (!changed) return { result: toProduct(found), version: found.version }

    const { after } = changed
    const change = { ...after, ...nextVersion(found, Object.keys(after)), updatedAt: ctx.now() }
    const row = { ...found, ...change }
    if (after.storeIds) await lockStores(tx, after.storeIds)
    await tx.update(products).set(change).where(eq(products.id, found.id))
    await checkRoom(tx)
    if (after.imageId !== undefined) await showImage(tx, row)
    await emitProductChanged(tx, row, { removed: false })
    await emit(
      tx,
      'catalog.audited',
      auditEntry(caller, { action: op.name, entity: 'product', entityId: found.id, ...changed }),
    )
    return { result: toProduct(row), version: row.version }
  })
}
