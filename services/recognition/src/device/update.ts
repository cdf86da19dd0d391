import type { Caller } from '@kingcar/bus'
import { contract, type DeviceCredential, type DeviceSettings, type Input } from '@kingcar/contract'
import { audit, difference } from '@kingcar/db'
import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { assertStoreOpen, lockOpenStore } from '../store/queries.ts'
import { devices } from '../tables.ts'
import { awaitCredential, emitCredential } from './credentials.ts'
import { assertGateAtEntry, fieldsOf, lockDevice, normaliseNames, readSettingsOf } from './queries.ts'

const op = contract.recognition.updateDevice

/**
 * Changes a device. A move to another store ends its connections, since it may then publish for the new store only; what it
 * published before counts for the old one.
 */
export async function updateDevice(
  ctx: Pick<Ctx, 'db' | 'devices'>,
  { id, ...input }: Input<typeof op>,
  caller: Caller,
): Promise<DeviceSettings> {
  const patch = normaliseNames(input)
  if (patch.storeId !== undefined) await assertStoreOpen(ctx, patch.storeId)
  const row = await ctx.db.transaction(async (tx) => {
    if (patch.storeId !== undefined) await lockOpenStore(tx, patch.storeId) // locked before the device, in the same order as the closing of a store
    const found = await lockDevice(tx, id, caller.stores)
    const changed = difference(fieldsOf(found), patch)
    if (!changed) return found
    assertGateAtEntry({ ...found, ...changed.after })
    const moved = changed.after.storeId !== undefined
    const version = moved ? found.version + 1 : found.version
    const [row] = await tx
      .update(devices)
      .set({
        ...changed.after,
        version,
        expectedSentAt: null,
        ...(moved && { movedFrom: found.storeId, movedAt: sql`now()` }),
      })
      .where(eq(devices.id, id))
      .returning()
    if (!row) throw new Error('update returned no row')
    await emitCredential(tx, row)
    await audit(tx, op, caller, { entity: 'device', entityId: id, ...changed })
    return row
  })
  const hasSettings = (known: DeviceCredential) => difference(known, readSettingsOf(row)) === undefined
  await awaitCredential(ctx.devices, id, row.version, hasSettings)
  return { id, ...fieldsOf(row) }
}
