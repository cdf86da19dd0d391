import type { Caller, Versioned } from '@kingcar/bus'
import { AppError, contract, type Input } from '@kingcar/contract'
import { assertUnchangedSince, audit } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { latestRevision } from '../lists/revision.ts'
import { products } from '../tables.ts'
import { assertNoLiveSubscriptions } from './live-subscriptions.ts'
import {
  emitProductChanged,
  fieldsOf,
  findProducts,
  lockProducts,
  setProductImage,
  storeProductRevision,
} from './queries.ts'

const op = contract.catalog.deleteProduct

/**
 * Deletes a product. The row stays: orders refer to it, and bought products stay valid. The orders service stops its
 * subscriptions, if the caller wants it, after the event.
 * @throws AppError LIVE_SUBSCRIPTIONS if subscriptions renew and the caller does not decide about them
 */
export async function deleteProduct(
  ctx: Pick<Ctx, 'bus' | 'db' | 'now'>,
  { id, subscriptions }: Input<typeof op>,
  caller: Caller,
): Promise<Versioned<null>> {
  if (subscriptions === undefined) await assertNoLiveSubscriptions(ctx, id, caller)
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
    await emitProductChanged(tx, { ...found, version }, { removed: true, stopsSubscriptions: subscriptions === 'stop' })
    const before = fieldsOf(found)
    const after = subscriptions === undefined ? null : { subscriptions }
    await audit(tx, op, caller, { entity: 'product', entityId: id, before, after })
    return { result: null, version }
  })
}
