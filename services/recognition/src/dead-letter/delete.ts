import type { Caller, Versioned } from '@kingcar/bus'
import { AppError, contract } from '@kingcar/contract'
import { assertUnchanged, audit } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { auditedFields, lockDeadLetter, settleDeadLetter } from './queries.ts'

/** A letter has version 1 until it is settled. */
const asCreated = { version: 1, fieldVersions: {} }

/**
 * Deletes a letter.
 * @throws AppError CONFLICT if its read is already stored: the letter has to be reprocessed to the end
 */
export async function deleteDeadLetter(
  { db }: Pick<Ctx, 'db'>,
  { id }: { id: string },
  caller: Caller,
): Promise<Versioned<null>> {
  return db.transaction(async (tx) => {
    const found = await lockDeadLetter(tx, id)
    if (!found) throw new AppError('DEAD_LETTER_NOT_FOUND')
    assertUnchanged(caller.ifMatch, asCreated)
    if (found.takenAt) throw new AppError('CONFLICT', { retryAfter: 1 })
    await settleDeadLetter(tx, id)
    const change = { before: auditedFields(found.letter), after: null }
    await audit(tx, contract.recognition.deleteDeadLetter, caller, { entity: 'deadLetter', entityId: id, ...change })
    return { result: null, version: asCreated.version + 1 }
  })
}
