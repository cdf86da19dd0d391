import type { Caller } from '@kingcar/bus'
import { AppError, contract, type DeadLetter, type DeadLetterReason, describeDeadLetterReason } from '@kingcar/contract'
import { auditEntry, emit, isRowRejected, type Tx } from '@kingcar/db'
import { fault } from '@kingcar/runtime'
import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { parseRead } from '../read/parse.ts'
import { type JudgedRead, type Read, rejectionOf, timeFault } from '../read/read.ts'
import { type Recorded, recordReads } from '../read/record.ts'
import { deadLetters } from '../tables.ts'
import { auditedFields, findDeadLetter, lockDeadLetter, settleDeadLetter } from './store.ts'

/**
 * Takes a message in again, as if it had been valid when it arrived. Three steps, each of which may be the last: its read,
 * its visits, the letter's mark and the audit entry in one transaction; the visits to their stream; the letter settled.
 * A letter with the mark still stands in the list: whoever takes it in again finds the read and does the rest.
 */
export async function reprocessDeadLetter(ctx: Ctx, { id }: { id: string }, caller: Caller): Promise<null> {
  const letter = await findDeadLetter(ctx.db.read, id)
  if (!letter) throw new AppError('DEAD_LETTER_NOT_FOUND')
  const judged = await judge(ctx, letter)
  const { outcomes, visits } = await record(ctx, judged, (tx) => mark(tx, id, caller))
  if (outcomes[0] === 'stored') ctx.metrics.reads.inc({ outcome: judged.rejected ? 'rejected' : 'accepted' })
  await fault('recognition.afterTaken')
  ctx.metrics.visits.inc(await ctx.publishVisits(visits))
  await fault('recognition.beforeSettled')
  await ctx.db.transaction((tx) => settleDeadLetter(tx, id))
  return null
}

/** By the settings of now. */
async function judge({ knownDevices, settings }: Ctx, letter: DeadLetter): Promise<JudgedRead> {
  const read = parse(letter)
  if (typeof read === 'string') throw invalid(read)
  const isKnown = await knownDevices([read])
  if (!isKnown(read)) throw invalid('unknownDevice')
  return { read, rejected: rejectionOf(read, settings.get('recognition.minimumConfidence')) }
}

function parse({ subject, receivedAt, reason, payload }: DeadLetter): Read | DeadLetterReason {
  if (reason === 'notText') return reason // its payload is base64
  const read = parseRead({ subject, storedAt: Date.parse(receivedAt), data: Buffer.from(payload) })
  if (typeof read === 'string') return read
  return timeFault(read.recognizedAt, Date.now()) ?? read // the letter may have waited until reads of that time went
}

async function record(ctx: Ctx, judged: JudgedRead, beside: (tx: Tx) => Promise<void>): Promise<Recorded> {
  const revisitMs = ctx.settings.get('recognition.revisitSeconds') * 1000
  try {
    return await recordReads(ctx, [judged], revisitMs, async (tx, [outcome]) => {
      if (outcome === 'reused') throw invalid('readIdReused')
      await beside(tx)
    })
  } catch (error) {
    throw isRowRejected(error) ? invalid(`refused:${error.code}`) : error
  }
}

/** Marks the letter as taken in, which is audited the first time. Another administrator may have thrown it away meanwhile. */
async function mark(tx: Tx, id: string, caller: Caller): Promise<void> {
  const found = await lockDeadLetter(tx, id)
  if (!found) throw new AppError('DEAD_LETTER_NOT_FOUND')
  if (found.takenAt) return
  await tx.update(deadLetters).set({ takenAt: sql`now()` }).where(eq(deadLetters.id, id))
  const { name } = contract.recognition.reprocessDeadLetter
  const before = auditedFields(found.letter)
  await emit(
    tx,
    'recognition.audited',
    auditEntry(caller, { action: name, entity: 'deadLetter', entityId: id, before, after: null }),
  )
}

const invalid = (reason: DeadLetterReason) =>
  new AppError('READ_INVALID', { details: [{ path: 'reason', ...describeDeadLetterReason(reason) }] })
