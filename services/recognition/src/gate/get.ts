import type { Caller } from '@kingcar/bus'
import type { contract, Gate, Input } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { assertOwnStore } from '../store/queries.ts'
import { loadGate } from './queries.ts'

/** The rules by which the gates of a store open. */
export async function getGate(
  ctx: Pick<Ctx, 'db'>,
  { id }: Input<typeof contract.recognition.getGate>,
  { stores }: Caller,
): Promise<Gate> {
  await assertOwnStore(ctx, id, stores)
  return loadGate(ctx.db.read, id)
}
