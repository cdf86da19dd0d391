import type { Caller } from '@kingcar/bus'
import { AppError, contract, type DemoPart } from '@kingcar/contract'
import { auditEntry, createBatchLimit, type Database, type Tx } from '@kingcar/db'
import { steadyNow } from '@kingcar/runtime'

/** Deadline of a transaction that counts the demo or removes a batch of it; a removal also changes figures. */
export const demoDeadline = { deadlineMs: 5_000 }

/**
 * Removes rows in transactions of at most `most` items until `work` returns null.
 * @param work removes some rows and returns their number; null if there are none
 * @returns the number of removed rows
 * @throws AppError UNAVAILABLE after the deadline of the call: what was removed stays so, and a repetition removes the rest
 */
export async function removeInBatches(
  { db, most }: { db: Pick<Database, 'transaction'>; most: number },
  { deadline }: Pick<Caller, 'deadline'>,
  work: (tx: Tx, size: number) => Promise<number | null>,
): Promise<number> {
  const limit = createBatchLimit(most)
  for (let removed = 0; ; ) {
    if (steadyNow() > deadline) throw new AppError('UNAVAILABLE')
    const more = await limit((size) => db.transaction((tx) => work(tx, size), demoDeadline))
    if (more === null) return removed
    removed += more
  }
}

/** The entry that a service writes to the audit log before it removes its part, with the counts of that part. */
export const demoAuditEntry = (service: string, { items }: Pick<DemoPart, 'items'>, caller: Caller) =>
  auditEntry(caller, {
    action: contract.gateway.removeDemo.name,
    entity: 'demo',
    entityId: service,
    before: Object.fromEntries(items.map(({ kind, removable }) => [kind, removable])),
    after: null,
  })
