import type { Caller } from '@kingcar/bus'
import { contract, type DeviceWithSecret, type Input } from '@kingcar/contract'
import { audit, withIdempotency } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { assertStoreOpen, lockOpenStore } from '../store/queries.ts'
import { devices } from '../tables.ts'
import { awaitCredential, emitCredential, newSecret } from './credentials.ts'
import { assertGateAtEntry, fieldsOf, normaliseNames } from './queries.ts'

const op = contract.recognition.createDevice

/** Registers a device. Only this response has the secret: a repetition with the same key comes without it. */
export async function createDevice(
  ctx: Pick<Ctx, 'db' | 'devices' | 'idempotencySecret'>,
  input: Input<typeof op>,
  caller: Caller,
): Promise<DeviceWithSecret> {
  const fields = normaliseNames(input)
  assertGateAtEntry(fields)
  await assertStoreOpen(ctx, fields.storeId)
  const { secret, secretHash } = newSecret()
  const device = await withIdempotency<DeviceWithSecret>(
    ctx.db,
    ctx.idempotencySecret,
    op,
    input,
    caller,
    async (tx) => {
      await lockOpenStore(tx, fields.storeId) // closing a store removes the devices that exist at that time
      const [row] = await tx
        .insert(devices)
        .values({ ...fields, secretHash })
        .returning()
      if (!row) throw new Error('insert returned no row')
      await emitCredential(tx, row)
      await audit(tx, op, caller, { entity: 'device', entityId: row.id, before: null, after: fieldsOf(row) })
      return { id: row.id, storeId: row.storeId, name: row.name, secret }
    },
    ({ secret: _secret, ...kept }) => kept,
  )
  await awaitCredential(ctx.devices, device.id, 1)
  return device
}
