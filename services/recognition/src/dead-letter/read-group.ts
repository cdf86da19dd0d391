import { deadLetterSubject, decodeReadGroup } from '@kingcar/bus'
import type { DeadLetter, DeadLetterReason } from '@kingcar/contract'
import { isRowRejected, retryUntilAvailable } from '@kingcar/db'
import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { isTimedByArrival, judge } from '../device/acceptance.ts'
import { parseRead } from '../read/parse.ts'
import { isTestRead, type JudgedRead, type Read, timeError } from '../read/read.ts'
import { deadLetters } from '../tables.ts'
import type { RevisedVisit } from '../visit/describe.ts'
import { recordReads } from '../visit/record-reads.ts'
import { windowsOf } from '../visit/windows.ts'
import { withinLocks } from '../visit/with-plates.ts'
import { makeDeadLetter } from './make-dead-letter.ts'
import { findDeadLetter, settleDeadLetter, unsettled } from './queries.ts'

/*
 * A group of reads becomes a dead letter if it is received by a process of a version without groups, which takes it for
 * a message with a wrong subject. This version processes the reads in such letters automatically, so that an upgrade
 * loses no visit: letters that its own consumer receives immediately, and letters that a process of the earlier version
 * has copied to the table within a minute.
 */

export type GroupCtx = Pick<
  Ctx,
  'bus' | 'db' | 'devices' | 'log' | 'metrics' | 'publishVisits' | 'registeredDevices' | 'settings'
>

/** A message of a device in a group, as it arrived. */
type Arrived = { subject: string; storedAt: number; data: Uint8Array }

type Part = JudgedRead & { message: Arrived }

/** Largest number of groups that one run of the job processes. */
const groupLimit = 500

/** The messages in a letter that is a group, with the arrival time of the letter; none if it cannot be decoded. */
export function messagesOf({ payload, receivedAt }: Pick<DeadLetter, 'payload' | 'receivedAt'>): Arrived[] {
  const data = Buffer.from(payload, payload.startsWith('{') ? 'utf8' : 'base64') // base64 if a device sent no text
  return decodeReadGroup(data).map((read) => ({ ...read, storedAt: Date.parse(receivedAt) }))
}

/** The read in a message that arrived earlier, or the reason why the message is not valid. */
export function parseEarlier(ctx: Pick<Ctx, 'devices'>, message: Arrived): Read | DeadLetterReason {
  const read = parseRead(message, isTimedByArrival(ctx))
  if (typeof read === 'string') return read
  return timeError(read.recognizedAt, Date.now()) ?? read // the read may be older by now than reads are kept
}

/**
 * Processes the reads of a group as if each had been processed when it arrived, and settles the letter; invalid ones
 * become letters of their own. No gate decides about these reads. The function can be repeated: reads and letters that
 * are stored already are recognised.
 */
export async function processGroup(ctx: GroupCtx, letter: DeadLetter, messages: readonly Arrived[]): Promise<void> {
  const visits: RevisedVisit[] = []
  const invalid: DeadLetter[] = []
  const bury = (message: Arrived, reason: DeadLetterReason) => {
    invalid.push(makeDeadLetter({ ...message, sequence: letter.id }, reason))
    ctx.metrics.reads.inc({ outcome: 'deadLetter' })
  }

  async function record(parts: readonly Part[]): Promise<void> {
    try {
      const recorded = await recordReads(ctx, parts, windowsOf(ctx.settings))
      visits.push(...recorded.visits)
      for (const [at, { message, rejected }] of parts.entries()) {
        if (recorded.outcomes[at] === 'reused') bury(message, 'readIdReused')
        if (recorded.outcomes[at] === 'stored') ctx.metrics.reads.inc({ outcome: rejected ? 'rejected' : 'accepted' })
      }
    } catch (error) {
      const [first, second] = parts
      if (second) for (const part of parts) await record([part])
      else if (first && isRowRejected(error)) bury(first.message, `refused:${error.code}`)
      else throw error
    }
  }

  const parts = await judgeAll(ctx, messages, bury)
  const haveOwnIds = new Set(parts.map(({ read }) => `${read.deviceId} ${read.readId}`)).size === parts.length
  for (const some of haveOwnIds ? withinLocks(parts) : parts.map((part) => [part])) await record(some)
  ctx.metrics.visits.inc(
    await ctx.publishVisits([...new Map(visits.map((revised) => [revised.visit.id, revised])).values()]),
  )
  if (invalid.length > 0)
    await ctx.bus.append(
      invalid.map((each) => ({ subject: deadLetterSubject, id: each.id, data: JSON.stringify(each) })),
    )
  await ctx.db.transaction((tx) => settleDeadLetter(tx, letter.id))
}

/**
 * The valid reads by the current settings. Reads that test their device are omitted, because a late result has no use.
 */
async function judgeAll(
  ctx: Pick<Ctx, 'devices' | 'registeredDevices' | 'settings'>,
  messages: readonly Arrived[],
  bury: (message: Arrived, reason: DeadLetterReason) => void,
): Promise<Part[]> {
  const valid: { message: Arrived; read: Read }[] = []
  for (const message of messages) {
    const read = parseEarlier(ctx, message)
    if (typeof read === 'string') bury(message, read)
    else if (!isTestRead(read)) valid.push({ message, read })
  }
  const isRegistered = await ctx.registeredDevices(valid.map(({ read }) => read))
  return valid.flatMap(({ message, read }) => {
    if (isRegistered(read)) return [{ message, ...judge(ctx, read) }]
    bury(message, 'unknownDevice')
    return []
  })
}

type TakeCtx = GroupCtx & Pick<Ctx, 'stopping'>

/**
 * Processes a stored letter that is a group. A letter that cannot be decoded or processed stays for an administrator,
 * and does not delay other letters. Waits while the database is unavailable.
 */
export async function takeGroup(ctx: TakeCtx, id: string): Promise<void> {
  try {
    await retryUntilAvailable(ctx, () => takeApart(ctx, id))
  } catch (err) {
    if (ctx.stopping.aborted) throw err
    ctx.log.error({ err, id }, 'failed to store the messages of a group of reads one by one')
  }
}

async function takeApart(ctx: GroupCtx, id: string): Promise<void> {
  const letter = await findDeadLetter(ctx.db.read, id)
  const messages = letter ? messagesOf(letter) : []
  if (!letter || messages.length === 0) return
  const isThere = await ctx.db.transaction(async (tx) => {
    const taken = await tx
      .update(deadLetters)
      .set({ takenAt: sql`coalesce(${deadLetters.takenAt}, now())` }) // its reads may be stored, so it must not be deleted any more
      .where(and(eq(deadLetters.id, id), unsettled))
      .returning({ id: deadLetters.id })
    return taken.length > 0
  })
  if (!isThere) return
  await processGroup(ctx, letter, messages)
  ctx.log.info({ reads: messages.length }, 'stored the messages of a group of reads of an earlier version one by one')
}

/**
 * Processes groups that a process of an earlier version copied to the table, the newest first, because those that
 * cannot be decoded stay.
 */
export async function takeGroups(ctx: TakeCtx): Promise<void> {
  const found = await ctx.db.read.execute<{ id: string }>(sql`
    select id from dead_letters
    where settled_at is null and letter->>'reason' = 'subject' and letter->>'subject' like 'recognition.read.%group.all'
    order by received_at desc limit ${groupLimit}`)
  for (const { id } of found) await takeGroup(ctx, id)
}
