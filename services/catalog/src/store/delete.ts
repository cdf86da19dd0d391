import type { Caller, Versioned } from '@kingcar/bus'
import { AppError, contract, type Input } from '@kingcar/contract'
import { assertUnchanged, audit } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { setImageReferences } from '../image/image-references.ts'
import { stores } from '../tables.ts'
import { assertNoEquipment } from './equipment.ts'
import { emitStoreClosed, fieldsOf, isStoreInUse, lockStore } from './queries.ts'

const op = contract.catalog.deleteStore

/**
 * Closes a store permanently, if no product refers to it. The row stays: visits and use logs refer to it. After the
 * event the services that own recognizers and wall screens end those of the store, also one that was added in the
 * meantime.
 * @throws AppError IN_USE if it has recognizers or wall screens and the caller does not request their end
 */
export async function deleteStore(
  ctx: Pick<Ctx, 'bus' | 'db' | 'now'>,
  { id, withDevices = false }: Input<typeof op>,
  caller: Caller,
): Promise<Versioned<null>> {
  if (!withDevices) await assertNoEquipment(ctx, id, caller)
  return ctx.db.transaction(async (tx) => {
    const found = await lockStore(tx, id)
    if (!found) throw new AppError('STORE_NOT_FOUND')
    assertUnchanged(caller.ifMatch, found)
    if (await isStoreInUse(tx, found.id)) throw new AppError('IN_USE')
    const version = found.version + 1
    await tx.update(stores).set({ deletedAt: ctx.now(), version }).where(eq(stores.id, found.id))
    await setImageReferences(tx, { entity: 'store', entityId: found.id }, [])
    await emitStoreClosed(tx, { id: found.id, version }, caller)
    const after = withDevices ? { withDevices } : null
    await audit(tx, op, caller, { entity: 'store', entityId: found.id, before: fieldsOf(found), after })
    return { result: null, version }
  })
}
