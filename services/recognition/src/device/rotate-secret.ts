import type { Caller } from '@kingcar/bus'
import { contract, type DeviceWithSecret } from '@kingcar/contract'
import { audit } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { devices } from '../tables.ts'
import { awaitCredential, emitCredential, newSecret } from './credentials.ts'
import { lockDevice } from './queries.ts'

const op = contract.recognition.rotateDeviceSecret

/** Gives a device a new secret. Connections with the old one end as soon as every process has the change. */
export async function rotateDeviceSecret(
  ctx: Pick<Ctx, 'db' | 'devices'>,
  { id }: { id: string },
  caller: Caller,
): Promise<DeviceWithSecret> {
  const { secret, secretHash } = newSecret()
  const row = await ctx.db.transaction(async (tx) => {
    const found = await lockDevice(tx, id, caller.stores)
    const changed = { ...found, secretHash, version: found.version + 1 }
    await tx
      .update(devices)
      .set({ secretHash, version: changed.version, expectedSentAt: null })
      .where(eq(devices.id, id))
    await emitCredential(tx, changed)
    await audit(tx, op, caller, { entity: 'device', entityId: id, before: {}, after: {} }) // no secrets in the audit log
    return changed
  })
  await awaitCredential(ctx.devices, id, row.version)
  return { id, storeId: row.storeId, name: row.name, secret }
}
