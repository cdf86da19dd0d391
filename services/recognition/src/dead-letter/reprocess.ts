import { type Caller, isReadGroup } from '@kingcar/bus'
import { AppError, contract, type DeadLetter, type DeadLetterReason, describeDeadLetterReason } from '@kingcar/contract'
import { audit, isRowRejected, type Tx } from '@kingcar/db'
import { fault } from '@kingcar/runtime'
import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { judge } from '../device/acceptance.ts'
import type { JudgedRead, Read } from '../read/read.ts'
import { deadLetters } from '../tables.ts'
import { type Recorded, recordReads } from '../visit/record-reads.ts'
import { windowsOf } from '../visit/windows.ts'
import { auditedFields, findDeadLetter, lockDeadLetter, settleDeadLetter } from './queries.ts'
import { type GroupCtx, messagesOf, parseEarlier, processGroup } from './read-group.ts'

/**
 * Processes the message of a letter as if it had been valid when it arrived. Steps: one transaction stores read,
 * visits, `taken_at` and audit entry; publish the visits; settle the letter. After a crash in between the letter is
 * still listed, and reprocessing it again finds the stored read and does the remaining steps.
 */
export async function reprocessDeadLetter(ctx: GroupCtx, { id }: { id: string }, caller: Caller): Promise<null> {
  const letter = await findDeadLetter(ctx.db.read, id)
  if (!letter) throw new AppError('DEAD_LETTER_NOT_FOUND')
  if (isReadGroup(letter.subject)) return reprocessGroup(ctx, letter, caller)
  const judged = await validate(ctx, letter)
  const { outcomes, visits } = await record(ctx, judged, (tx) => markTaken(tx, id, caller))
  if (outcomes[0] === 'stored') ctx.metrics.reads.inc({ outcome: judged.rejected ? 'rejected' : 'accepted' })
  await fault('recognition.afterTaken')
  ctx.metrics.visits.inc(await ctx.publishVisits(visits))
  await fault('recognition.beforeSettled')
  await ctx.db.transaction((tx) => settleDeadLetter(tx, id))
  return null
}

/** Processes the reads of a group, which has no read of its own. */
async function reprocessGroup(ctx: GroupCtx, letter: DeadLetter, caller: Caller): Promise<null> {
  const messages = messagesOf(letter)
  if (messages.length === 0) throw invalid('subject')
  await ctx.db.transaction((tx) => markTaken(tx, letter.id, caller))
  await processGroup(ctx, letter, messages)
  return null
}

/** Uses the current settings. */
async function validate(
  ctx: Pick<Ctx, 'devices' | 'registeredDevices' | 'settings'>,
  letter: DeadLetter,
): Promise<JudgedRead> {
  const read = parse(ctx, letter)
  if (typeof read === 'string') throw invalid(read)
  const isRegistered = await ctx.registeredDevices([read])
  if (!isRegistered(read)) throw invalid('unknownDevice')
  return judge(ctx, read)
}

function parse(
  ctx: Pick<Ctx, 'devices'>,
  { subject, receivedAt, reason, payload }: DeadLetter,
): Read | DeadLetterReason {
  if (reason === 'notText') return reason // the payload of such a letter is base64, not the message itself
  return parseEarlier(ctx, { subject, storedAt: Date.parse(receivedAt), data: Buffer.from(payload) })
}

async function record(
  ctx: Pick<Ctx, 'db' | 'settings'>,
  judged: JudgedRead,
  alsoInTransaction: (tx: Tx) => Promise<void>,
): Promise<Recorded> {
  try {
    return await recordReads(ctx, [judged], windowsOf(ctx.settings), async (tx, [outcome]) => {
      if (outcome === 'reused') throw invalid('readIdReused')
      await alsoInTransaction(tx)
    })
  } catch (error) {
    throw isRowRejected(error) ? invalid(`refused:${error.code}`) : error
  }
}

/** Sets `taken_at`; audited the first time. Fails if another administrator deleted the letter in the meantime. */
async function markTaken(tx: Tx, id: string, caller: Caller): Promise<void> {
  const found = await lockDeadLetter(tx, id)
  if (!found) throw new AppError('DEAD_LETTER_NOT_FOUND')
  if (found.takenAt) return
  await tx.update(deadLetters).set({ takenAt: sql`now()` }).where(eq(deadLetters.id, id))
  const change = { before: auditedFields(found.letter), after: null }
  await audit(tx, contract.recognition.reprocessDeadLetter, caller, { entity: 'deadLetter', entityId: id, ...change })
}

const invalid = (reason: DeadLetterReason) =>
  new AppError('READ_INVALID', { details: [{ path: 'reason', ...describeDeadLetterReason(reason) }] })
