import type { Caller } from '@kingcar/bus'
import { contract, type DeviceWithSecret, type Input, readLines } from '@kingcar/contract'
import { auditEntry, emit, withIdempotency } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { devices } from '../tables.ts'
import { assertStore, emitCredential, fieldsOf, heard, newSecret } from './store.ts'

const op = contract.recognition.createDevice

/** Registers a recognizer. Its secret is in this answer and nowhere else: a repetition by key comes without it. */
export async function createDevice(ctx: Ctx, input: Input<typeof op>, caller: Caller): Promise<DeviceWithSecret> {
  const fields = readLines(input, 'name')
  await assertStore(ctx, fields.storeId)
  const { secret, secretHash } = newSecret()
  const device = await withIdempotency<DeviceWithSecret>(
    ctx.db,
    ctx.idempotencySecret,
    op,
    input,
    caller,
    async (tx) => {
      const [row] = await tx
        .insert(devices)
        .values({ ...fields, secretHash })
        .returning()
      if (!row) throw new Error('insert returned no row')
      await emitCredential(tx, row)
      const entry = { action: op.name, entity: 'device', entityId: row.id, before: null, after: fieldsOf(row) }
      await emit(tx, 'recognition.audited', auditEntry(caller, entry))
      return { id: row.id, ...fieldsOf(row), secret }
    },
    ({ secret: _secret, ...kept }) => kept,
  )
  await heard(ctx.devices, device.id, 1)
  return device
}
