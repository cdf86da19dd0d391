import type { Caller, Versioned } from '@kingcar/bus'
import { AppError, contract, type Input, normaliseLineFields, type Store } from '@kingcar/contract'
import { assertUnchanged, audit, difference, nextVersion } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { setImageReferences } from '../image/image-references.ts'
import { stores } from '../tables.ts'
import { checkBusinessHours } from './business-hours.ts'
import { roundLocation } from './location.ts'
import { emitStoreChanged, imageIdPath, lockStore, toStore } from './queries.ts'

const op = contract.catalog.updateStore

/** Updates a store. */
export async function updateStore(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { id, ...input }: Input<typeof op>,
  caller: Caller,
): Promise<Versioned<Store>> {
  const patch = roundLocation(normaliseLineFields(input, 'name', 'address'))
  checkBusinessHours(patch.businessHours ?? [])
  return ctx.db.transaction(async (tx) => {
    const found = await lockStore(tx, id)
    if (!found) throw new AppError('STORE_NOT_FOUND')
    assertUnchanged(caller.ifMatch, found)
    const changed = difference(found, patch)
    const now = ctx.now()
    if (!changed) return { result: toStore(found, now), version: found.version }

    const change = { ...changed.after, ...nextVersion(found, Object.keys(changed.after)), updatedAt: now }
    const row = { ...found, ...change }
    await tx.update(stores).set(change).where(eq(stores.id, found.id))
    if (changed.after.imageIds)
      await setImageReferences(tx, { entity: 'store', entityId: found.id }, row.imageIds, imageIdPath)
    await emitStoreChanged(tx, row, row.name)
    await audit(tx, op, caller, { entity: 'store', entityId: found.id, ...changed })
    return { result: toStore(row, now), version: row.version }
  })
}
