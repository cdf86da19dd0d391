import type { Caller } from '@kingcar/bus'
import { AppError, contract, type Input } from '@kingcar/contract'
import { audit } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { endRehearsal, failAbandoned, findRehearsal } from './queries.ts'

const op = contract.recognition.cancelRehearsal

/** Cancels a rehearsal. Its process, here or elsewhere, notices it when it extends its lease. */
export async function cancelRehearsal(
  { db, rehearsals }: Pick<Ctx, 'db' | 'rehearsals'>,
  { id }: Input<typeof op>,
  caller: Caller,
): Promise<null> {
  await db.transaction(async (tx) => {
    await failAbandoned(tx)
    if (await endRehearsal(tx, id, { state: 'cancelled' })) {
      const change = { before: { state: 'running' }, after: { state: 'cancelled' } }
      await audit(tx, op, caller, { entity: 'rehearsal', entityId: id, ...change })
    } else if (!(await findRehearsal(tx, id))) throw new AppError('REHEARSAL_NOT_FOUND')
  })
  rehearsals.stop(id)
  return null
}
