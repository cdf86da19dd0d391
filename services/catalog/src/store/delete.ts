import type { Caller, Versioned } from '@kingcar/bus'
import { AppError, contract } from '@kingcar/contract'
import { assertUnchanged, auditEntry, emit } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { setImageReferences } from '../image/image-references.ts'
import { stores } from '../tables.ts'
import { emitStoreChanged, fieldsOf, isStoreInUse, lockStore } from './queries.ts'

/** Deletes (closes for good) a store that no product refers to. The row stays: visits and use logs refer to it. */
export async function deleteStore(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { id }: { id: string },
  caller: Caller,
): Promise<Versioned<null>> {
  return ctx.db.transaction(async (tx) => {
    const found = await lockStore(tx, id)
    if (!found) throw new AppError('STORE_NOT_FOUND')
    assertUnchanged(caller.ifMatch, found)
    if (await isStoreInUse(tx, found.id)) throw new AppError('IN_USE')
    const version = found.version + 1
    await tx.update(stores).set({ deletedAt: ctx.now(), version }).where(eq(stores.id, found.id))
    await setImageReferences(tx, { entity: 'store', entityId: found.id }, [])
    await emitStoreChanged(tx, { id: found.id, version }, null)
    const { name } = contract.catalog.deleteStore
    await emit(
      tx,
      'catalog.audited',
      auditEntry(caller, { action: name, entity: 'store', entityId: found.id, before: fieldsOf(found), after: null }),
    )
    return { result: null, version }
  })
}
