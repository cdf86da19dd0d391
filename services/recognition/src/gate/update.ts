import type { Caller } from '@kingcar/bus'
import { contract, type Gate, type Input } from '@kingcar/contract'
import { audit, difference } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { assertOwnStore, lockOpenStore } from '../store/queries.ts'
import { gates } from '../tables.ts'
import { expireLists } from './expected-plates.ts'
import { loadGate } from './queries.ts'

const op = contract.recognition.updateGate

/** Changes the rules of a store. Concurrent changes wait for each other at the row of the store. */
export async function updateGate(
  ctx: Pick<Ctx, 'db'>,
  { id, ...patch }: Input<typeof op>,
  caller: Caller,
): Promise<Gate> {
  await assertOwnStore(ctx, id, caller.stores)
  return ctx.db.transaction(async (tx) => {
    await lockOpenStore(tx, id, 'no key update')
    const found = await loadGate(tx, id)
    const changed = difference(found, patch)
    if (!changed) return found
    const row = { ...found, ...changed.after }
    await tx.insert(gates).values(row).onConflictDoUpdate({ target: gates.storeId, set: changed.after })
    await expireLists(tx, id)
    await audit(tx, op, caller, { entity: 'gate', entityId: id, ...changed })
    return row
  })
}
