import type { Caller, Versioned } from '@kingcar/bus'
import { AppError, contract } from '@kingcar/contract'
import { assertUnchangedSince, auditEntry, emit } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { latestRevision } from '../lists/revision.ts'
import { products } from '../tables.ts'
import {
  emitProductChanged,
  fieldsOf,
  findProducts,
  lockProducts,
  setProductImage,
  storeProductRevision,
} from './queries.ts'

const op = contract.catalog.deleteProduct

/** Deletes a product. The row stays: orders refer to it, and bought products stay valid. */
export async function deleteProduct(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { id: givenId }: { id: string },
  caller: Caller,
): Promise<Versioned<null>> {
  const id = givenId.toLowerCase() // as PostgreSQL returns it
  return ctx.db.transaction(async (tx) => {
    const locked = await lockProducts(tx)
    const found = (await findProducts(tx, [id])).get(id)
    if (!found) throw new AppError('PRODUCT_NOT_FOUND')
    const revision = latestRevision(locked, [found])
    assertUnchangedSince(caller.ifMatch, revision, [{ ...found, path: '' }])
    const version = revision + 1
    await tx.update(products).set({ deletedAt: ctx.now(), version }).where(eq(products.id, id))
    await setProductImage(tx, { id, imageId: null })
    await storeProductRevision(tx, version)
    await emitProductChanged(tx, { ...found, version }, { removed: true })
    const before = fieldsOf(found)
    const entry = auditEntry(caller, { action: op.name, entity: 'product', entityId: id, before, after: null })
    await emit(tx, 'catalog.audited', entry)
    return { result: null, version }
  })
}
