import type { Caller, Versioned } from '@kingcar/bus'
import { contract } from '@kingcar/contract'
import { assertUnchanged, auditEntry, emit } from '@kingcar/db'
import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { devices } from '../tables.ts'
import { awaitCredential, emitCredential } from './credentials.ts'
import { fieldsOf, lockDevice } from './queries.ts'

const op = contract.recognition.deleteDevice

/** Removes a device. Its connections end as soon as every process has the change; its row and its reads stay. */
export async function deleteDevice(
  ctx: Pick<Ctx, 'db' | 'devices'>,
  { id }: { id: string },
  caller: Caller,
): Promise<Versioned<null>> {
  const version = await ctx.db.transaction(async (tx) => {
    const found = await lockDevice(tx, id)
    assertUnchanged(caller.ifMatch, { ...found, fieldVersions: {} })
    const next = found.version + 1
    await tx.update(devices).set({ secretHash: null, version: next, removedAt: sql`now()` }).where(eq(devices.id, id))
    await emitCredential(tx, { ...found, secretHash: null, version: next })
    const entry = { action: op.name, entity: 'device', entityId: id, before: fieldsOf(found), after: null }
    await emit(tx, 'recognition.audited', auditEntry(caller, entry))
    return next
  })
  await awaitCredential(ctx.devices, id, version)
  return { result: null, version }
}
