import type { Caller } from '@kingcar/bus'
import type { contract, DemoPart, Input } from '@kingcar/contract'
import { emit } from '@kingcar/db'
import { fault } from '@kingcar/runtime'
import { demoAuditEntry, demoDeadline, removeInBatches } from '@kingcar/service'
import type { Ctx } from '../context.ts'
import { countDemoVisits, removeDemoVisits } from './queries.ts'

/** Number of visits in one transaction. */
const batch = 500

/**
 * Removes the demo's visits. They were never published, so no event is needed. The demo's recognizer ends with its store.
 * @throws AppError UNAVAILABLE after the deadline; a repetition removes the rest
 */
export async function removeDemo(
  { db }: Pick<Ctx, 'db'>,
  _input: Input<typeof contract.gateway.removeDemo>,
  caller: Caller,
): Promise<DemoPart> {
  const items = await db.transaction(countDemoVisits, demoDeadline)
  if (!items.some(({ removable }) => removable > 0)) return { items }
  await db.transaction((tx) => emit(tx, 'recognition.audited', demoAuditEntry('recognition', { items }, caller)))
  const removable = await removeInBatches({ db, most: batch }, caller, async (tx, size) => {
    const removed = await removeDemoVisits(tx, size)
    await fault('recognition.demoRemoving')
    return removed
  })
  return { items: items.map((item) => ({ ...item, removable })) }
}
