import type { Caller, Versioned } from '@kingcar/bus'
import { AppError, contract } from '@kingcar/contract'
import { assertUnchanged, auditEntry, emit } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { products } from '../tables.ts'
import { emitProductChanged, fieldsOf, findProduct, lockProducts, showImage } from './table.ts'

const op = contract.catalog.deleteProduct

/** Removes a product. The row stays: orders name it, and what was bought of it goes on. */
export async function deleteProduct(ctx: Ctx, { id }: { id: string }, caller: Caller): Promise<Versioned<null>> {
  return ctx.db.transaction(async (tx) => {
    await lockProducts(tx)
    const found = await findProduct(tx, id)
    if (!found) throw new AppError('PRODUCT_NOT_FOUND')
    assertUnchanged(caller.ifMatch, found)
    const version = found.version + 1
    await tx.update(products).set({ deletedAt: ctx.now(), version }).where(eq(products.id, found.id))
    await showImage(tx, { id: found.id, imageId: null })
    await emitProductChanged(tx, { ...found, version }, { removed: true })
    const before = fieldsOf(found)
    const entry = auditEntry(caller, { action: op.name, entity: 'product', entityId: found.id, before, after: null })
    await emit(tx, 'catalog.audited', entry)
    return { result: null, version }
  })
}
