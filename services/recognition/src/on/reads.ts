import { type Delivery, deadLetterSubject, type Lanes } from '@kingcar/bus'
import type { DeadLetter, DeadLetterReason } from '@kingcar/contract'
import { isRowRejected, retryUntilAvailable } from '@kingcar/db'
import { fault } from '@kingcar/runtime'
import type { Ctx } from '../context.ts'
import { refuse } from '../dead-letter/refuse.ts'
import { laneOf } from '../read/lane.ts'
import { parseRead } from '../read/parse.ts'
import { isTest, type JudgedRead, parseReadSubject, type Read, rejectionOf } from '../read/read.ts'
import { recordReads } from '../read/record.ts'
import type { Outcome } from '../read/store.ts'
import type { RevisedVisit } from '../visit/describe.ts'
import { testVisit } from '../visit/test-visit.ts'

/** Most reads that one transaction takes (measured: twenty times the rate of one read a transaction). */
const batchLimit = 256
/**
 * Batches of a backlog in flight beside each other: while one waits for a disk the next is parsed (one: half the rate; four:
 * a tenth less). Two of the database's sessions stay for calls and events.
 */
const lanes = 6

/** Messages that a stop leaves undone come again after so long (ms), to another process: sooner they would come here. */
const goneAfter = 1_000

/** A message, and the read that it is, or why it is none. */
type Parsed = { message: Delivery; read: Read | DeadLetterReason }

/** A read, and the messages that said it: more than one where it was sent again before it was done. */
type Group = JudgedRead & { messages: Delivery[] }

/** What a batch came to, to be published before its messages are acknowledged. */
type Result = { visits: RevisedVisit[]; deadLetters: DeadLetter[]; done: Delivery[] }

/**
 * How READS is taken in. A plate's reads share a lane. In this order: part what is no valid read, store reads
 * and visits in one transaction, publish visits and dead letters, acknowledge. A crash anywhere brings the messages
 * again; their rows are found and what they changed is published again. A database or stream that is away is waited
 * for here.
 */
export const readLanes = (ctx: Ctx): Lanes<Parsed> => ({
  count: lanes,
  max: batchLimit,
  sort(message) {
    const read = parseRead(message)
    const origin = typeof read === 'string' ? parseReadSubject(message.subject) : read
    if (origin && message.redelivered === 0) ctx.countMessage(origin.deviceId, message.storedAt)
    return { lane: typeof read === 'string' ? message.sequence : laneOf(read), item: { message, read } }
  },
  async handle(batch) {
    try {
      await take(ctx, batch)
    } catch (error) {
      if (!ctx.stopping.aborted) throw error
      for (const { message } of batch) message.retry(goneAfter)
    }
  },
})

async function take(ctx: Ctx, batch: readonly Parsed[]): Promise<void> {
  ctx.metrics.batch.observe(batch.length)
  const result: Result = { visits: [], deadLetters: [], done: [] }
  const groups = await sortOut(ctx, batch, result)
  for (const round of roundsOf(groups)) await record(ctx, round, result)
  await fault('recognition.afterCommit')
  await retryUntilAvailable(ctx, () => publish(ctx, result))
  await fault('recognition.afterPublish')
  const now = Date.now()
  for (const message of result.done) {
    message.ack()
    ctx.metrics.lag.observe(Math.max(0, now - message.storedAt) / 1000)
  }
}

/** Judges; equal reads become one group. */
async function sortOut(ctx: Ctx, batch: readonly Parsed[], result: Result): Promise<Group[]> {
  const minimumConfidence = ctx.settings.get('recognition.minimumConfidence')
  const valid: { message: Delivery; read: Read }[] = []
  for (const { message, read } of batch) {
    if (typeof read === 'string') bury(ctx, [message], read, result)
    else valid.push({ message, read })
  }
  const isKnown = await retryUntilAvailable(ctx, () => ctx.knownDevices(valid.map(({ read }) => read)))
  const groups = new Map<string, Group>()
  for (const { message, read } of valid) {
    if (!isKnown(read)) bury(ctx, [message], 'unknownDevice', result)
    else if (isTest(read)) await showTest(ctx, message, read, result)
    else {
      const key = `${idOf(read)} ${read.contentHash}`
      const group = groups.get(key)
      group?.messages.push(message)
      if (!group) groups.set(key, { read, rejected: rejectionOf(read, minimumConfidence), messages: [message] })
    }
  }
  return [...groups.values()]
}

/** Different reads under one id are recorded one after the other: whichever is stored first has the id. */
function* roundsOf(groups: Group[]): Generator<Group[]> {
  for (let rest = groups; rest.length > 0; ) {
    const round = new Map<string, Group>()
    const later: Group[] = []
    for (const group of rest) {
      const id = idOf(group.read)
      if (round.has(id)) later.push(group)
      else round.set(id, group)
    }
    yield [...round.values()]
    rest = later
  }
}

/** Records together, or one by one where the database refuses one of them: then only that one goes to the dead letters. */
async function record(ctx: Ctx, groups: readonly Group[], result: Result): Promise<void> {
  try {
    const revisitMs = ctx.settings.get('recognition.revisitSeconds') * 1000
    const { outcomes, visits } = await retryUntilAvailable(ctx, () => recordReads(ctx, groups, revisitMs))
    result.visits.push(...visits)
    for (const [at, group] of groups.entries()) finish(ctx, group, outcomes[at], result)
  } catch (error) {
    const [first, second] = groups
    if (!first || !isRowRejected(error)) throw error
    if (second) for (const group of groups) await record(ctx, [group], result)
    else bury(ctx, first.messages, `refused:${error.code}`, result)
  }
}

function finish(ctx: Ctx, { read, rejected, messages }: Group, outcome: Outcome | undefined, result: Result): void {
  if (outcome === 'reused') {
    bury(ctx, messages, 'readIdReused', result)
    return
  }
  result.done.push(...messages)
  ctx.presence.note(read.deviceId, { seenAt: read.receivedAt })
  const stored = outcome === 'stored' ? 1 : 0
  if (stored) {
    ctx.metrics.reads.inc({ outcome: rejected ? 'rejected' : 'accepted' })
    ctx.metrics.age.observe(Math.max(0, read.receivedAt - read.recognizedAt) / 1000)
  }
  if (messages.length > stored) ctx.metrics.reads.inc({ outcome: 'known' }, messages.length - stored)
}

async function showTest(ctx: Ctx, message: Delivery, read: Read, { visits, done }: Result): Promise<void> {
  visits.push(await retryUntilAvailable(ctx, () => testVisit(ctx, read, message.sequence)))
  done.push(message)
  ctx.presence.note(read.deviceId, { seenAt: read.receivedAt })
  ctx.metrics.reads.inc({ outcome: 'test' })
}

function bury(ctx: Ctx, messages: readonly Delivery[], reason: DeadLetterReason, { deadLetters, done }: Result): void {
  for (const message of messages) {
    deadLetters.push(refuse(message, reason))
    done.push(message)
    ctx.metrics.reads.inc({ outcome: 'deadLetter' })
    ctx.log.info({ reason, sequence: message.sequence }, 'dead letter') // the console and the metrics tell of it
    const origin = parseReadSubject(message.subject)
    if (origin) ctx.presence.note(origin.deviceId, { seenAt: message.storedAt, error: reason })
  }
}

async function publish({ bus, publishVisits, metrics }: Ctx, { visits, deadLetters }: Result): Promise<void> {
  metrics.visits.inc(await publishVisits(newest(visits)))
  if (deadLetters.length > 0)
    await bus.append(
      deadLetters.map((letter) => ({ subject: deadLetterSubject, id: letter.id, data: JSON.stringify(letter) })),
    )
}

/** Where several transactions of a batch changed a visit, its last state. */
function newest(visits: readonly RevisedVisit[]): RevisedVisit[] {
  return [...new Map(visits.map((revised) => [revised.visit.id, revised])).values()]
}

const idOf = ({ deviceId, readId }: Read) => `${deviceId} ${readId}`
