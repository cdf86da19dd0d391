import type { Caller, Versioned } from '@kingcar/bus'
import { contract, type EventOf } from '@kingcar/contract'
import { assertUnchanged, audit, auditEntry, emitAll, type Tx } from '@kingcar/db'
import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { devices } from '../tables.ts'
import { awaitCredential, emitCredential } from './credentials.ts'
import { fieldsOf, lockDevice, registered } from './queries.ts'

const op = contract.recognition.deleteDevice

/** Removes a device. Its connections end as soon as every process has the change; its row and its reads stay. */
export async function deleteDevice(
  ctx: Pick<Ctx, 'db' | 'devices'>,
  { id }: { id: string },
  caller: Caller,
): Promise<Versioned<null>> {
  const version = await ctx.db.transaction(async (tx) => {
    const found = await lockDevice(tx, id, caller.stores)
    assertUnchanged(caller.ifMatch, { ...found, fieldVersions: {} })
    const next = found.version + 1
    await tx.update(devices).set({ secretHash: null, version: next, removedAt: sql`now()` }).where(eq(devices.id, id))
    await emitCredential(tx, { ...found, secretHash: null, version: next })
    await audit(tx, op, caller, { entity: 'device', entityId: id, before: fieldsOf(found), after: null })
    return next
  })
  await awaitCredential(ctx.devices, id, version)
  return { result: null, version }
}

/**
 * Removes the devices of a store that was closed; the audit log records each under the administrator who closed the
 * store.
 */
export async function endDevicesOf(
  tx: Tx,
  { storeId, closedBy }: Pick<EventOf<'catalog.storeChanged'>, 'storeId' | 'closedBy'>,
): Promise<void> {
  const ended = await tx
    .update(devices)
    .set({ secretHash: null, version: sql`${devices.version} + 1`, removedAt: sql`now()` })
    .where(and(eq(devices.storeId, storeId), registered))
    .returning()
  for (const device of ended) await emitCredential(tx, device) // publishing needs no statement
  if (closedBy === undefined) return // the event is of an earlier version
  const caller = { requestId: closedBy.requestId, actor: { id: closedBy.actorId } }
  const entries = ended.map((device) =>
    auditEntry(caller, {
      action: op.name,
      entity: 'device',
      entityId: device.id,
      before: fieldsOf(device),
      after: null,
    }),
  )
  await emitAll(tx, 'recognition.audited', entries)
}
