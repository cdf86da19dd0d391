import type { Caller } from '@kingcar/bus'
import { contract, type Input, type ReviewedRead } from '@kingcar/contract'
import { audit } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { hintsFor } from './hints.ts'
import { alreadyDecided, auditedFields, decide, lockReview, toReviewedRead } from './queries.ts'

const op = contract.recognition.dismissRead

/** Removes a read from the queue. Its row stays, so that the same reading of the passing car is not queued again. */
export async function dismissRead(
  { db }: Pick<Ctx, 'db'>,
  { readId, deviceId, reason }: Input<typeof op>,
  caller: Caller,
): Promise<ReviewedRead> {
  return db.transaction(async (tx) => {
    const found = await lockReview(tx, readId, deviceId, caller.stores)
    if (found.state === 'accepted') throw alreadyDecided(found)
    const open = found.state === 'open'
    const row = open ? await decide(tx, found, { state: 'dismissed', carNumber: null, visitId: null }) : found
    if (open) {
      const change = { before: auditedFields(found), after: { reason: reason ?? null } }
      await audit(tx, op, caller, { entity: 'read', entityId: readId, ...change })
    }
    const [hints] = await hintsFor(tx, [row], caller.stores)
    return toReviewedRead(row, hints)
  })
}
