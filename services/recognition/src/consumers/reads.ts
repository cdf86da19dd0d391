import { type Delivery, deadLetterSubject, type Lanes } from '@kingcar/bus'
import type { DeadLetter, DeadLetterReason } from '@kingcar/contract'
import { type BatchLimit, createBatchLimit, inBatches, isRowRejected, retryUntilAvailable } from '@kingcar/db'
import { fault } from '@kingcar/runtime'
import type { Ctx } from '../context.ts'
import { makeDeadLetter } from '../dead-letter/make-dead-letter.ts'
import { isTimedByArrival, judge } from '../device/acceptance.ts'
import { decideForReads, sendDecisions } from '../gate/decide.ts'
import { laneOf } from '../read/lane.ts'
import { parseRead } from '../read/parse.ts'
import type { Outcome } from '../read/queries.ts'
import { isTestRead, type JudgedRead, parseReadSubject, type Read } from '../read/read.ts'
import { createRepeatedReads, type RepeatedReads } from '../read/repeated-reads.ts'
import type { RevisedVisit } from '../visit/describe.ts'
import { recordReads } from '../visit/record-reads.ts'
import { testVisit } from '../visit/test-visit.ts'
import { windowsOf } from '../visit/windows.ts'
import { withinLocks } from '../visit/with-plates.ts'

type Consuming = Ctx & {
  limit: BatchLimit
  repeated: RepeatedReads
  /** Messages that waited for others. */
  gathered: WeakSet<Delivery>
}

/** Maximum reads per transaction, fewer while it exceeds its deadline (measured: twenty times the rate of one read per transaction). */
const batchLimit = 256
/**
 * Concurrent batches of a backlog: while one batch waits for the disk, the next is parsed (measured: the rate is half
 * with one lane, and a tenth lower with four). Two database sessions remain for calls and events.
 */
const lanes = 6

/**
 * Milliseconds for which further reads of a car are gathered that screens already show. They only add to the count of
 * its reads, and each alone would cost a transaction, a revision and a frame (a visit of five reads: 2 instead of 5).
 */
const repeatedReadDelayMs = 1_000

/**
 * Milliseconds until messages of a stopping process are redelivered; with a shorter delay the same process would get
 * them again.
 */
const redeliveryDelayMs = 1_000

/** A message with its read, or the reason why it is not a valid read. */
type Parsed = { message: Delivery; read: Read | DeadLetterReason }

type ValidMessage = { message: Delivery; read: Read }

/** A read and its messages; more than one if a device sent it again before it was processed. */
type Group = JudgedRead & { messages: Delivery[] }

/** The outcome of a batch, published before its messages are acknowledged. */
type Result = { visits: RevisedVisit[]; deadLetters: DeadLetter[]; done: Delivery[] }

/**
 * The consumer of READS. All reads of a plate share a lane. Steps: reject invalid reads; store reads and visits in one
 * transaction; publish visits and dead letters; acknowledge. After a crash the messages are redelivered; their rows are
 * found and what they changed is published again. Waits in place while the database or a stream is unavailable.
 */
export const readLanes = (deps: Ctx): Lanes<Parsed> => {
  const limit = createBatchLimit(batchLimit, deps.stopping)
  const repeated = createRepeatedReads()
  const gathered = new WeakSet<Delivery>()
  const ctx: Consuming = { ...deps, repeated, gathered, limit: (work) => retryUntilAvailable(deps, () => limit(work)) }
  return {
    count: lanes,
    max: batchLimit,
    prepare(message) {
      const read = parseRead(message, isTimedByArrival(ctx))
      const origin = typeof read === 'string' ? parseReadSubject(message.subject) : read
      if (origin && message.redelivered === 0) ctx.countMessage(origin.deviceId, message.storedAt)
      if (typeof read === 'string') return { lane: message.sequence, item: { message, read } }
      const placed = { lane: laneOf(read), item: { message, read } }
      if (!mayWait(ctx, placed.item)) return placed
      gathered.add(message)
      return { ...placed, delayMs: repeatedReadDelayMs }
    },
    async handle(batch) {
      try {
        await processBatch(ctx, batch)
      } catch (error) {
        if (!ctx.stopping.aborted) throw error
        for (const { message } of batch) message.retry(redeliveryDelayMs)
      }
    },
  }
}

/**
 * Whether a read may wait, because it only adds to the count of a visit that screens already show. A rejected read may
 * end the visit, and a gate decides about each read, so these do not wait.
 */
function mayWait(ctx: Pick<Consuming, 'devices' | 'repeated' | 'settings'>, { message, read }: ValidMessage): boolean {
  const { read: judged, rejected } = judge(ctx, read)
  if (rejected === 'direction') ctx.repeated.forget(read) // the next read of the car begins a visit
  return (
    message.redelivered === 0 &&
    rejected === null &&
    ctx.repeated.has(read, judged.ownWindowMs ?? windowsOf(ctx.settings).revisitMs) &&
    ctx.devices.find(read.deviceId)?.gateOutput !== true
  )
}

async function processBatch(ctx: Consuming, batch: readonly Parsed[]): Promise<void> {
  ctx.metrics.batch.observe(batch.length)
  const result: Result = { visits: [], deadLetters: [], done: [] }
  const groups = await classify(ctx, batch, result)
  for (const round of roundsOf(groups)) for (const part of withinLocks(round)) await record(ctx, part, result)
  await fault('recognition.afterCommit')
  await retryUntilAvailable(ctx, () => publish(ctx, result))
  await fault('recognition.afterPublish')
  const now = Date.now()
  for (const message of result.done) {
    message.ack()
    // without gathered reads, because the lag shows whether the process keeps up, and gathering adds a second
    if (!ctx.gathered.has(message)) ctx.metrics.lag.observe(Math.max(0, now - message.storedAt) / 1000)
  }
}

/** Separates invalid and test reads; equal reads become one group. */
async function classify(ctx: Ctx, batch: readonly Parsed[], result: Result): Promise<Group[]> {
  const valid: ValidMessage[] = []
  for (const { message, read } of batch) {
    if (typeof read === 'string') addDeadLetters(ctx, [message], read, result)
    else valid.push({ message, read })
  }
  const isRegistered = await retryUntilAvailable(ctx, () => ctx.registeredDevices(valid.map(({ read }) => read)))
  const groups = new Map<string, Group>()
  for (const { message, read } of valid) {
    if (!isRegistered(read)) addDeadLetters(ctx, [message], 'unknownDevice', result)
    else if (isTestRead(read)) await showTest(ctx, message, read, result)
    else {
      const key = `${idOf(read)} ${read.contentHash}`
      const group = groups.get(key)
      group?.messages.push(message)
      if (!group) groups.set(key, { ...judge(ctx, read), messages: [message] })
    }
  }
  return [...groups.values()]
}

/** Splits different reads with one id into successive rounds: the first one stored keeps the id. */
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

/**
 * Records reads together; if the database rejects one of them, one by one, so that only that read becomes a dead
 * letter.
 */
async function record(
  ctx: Pick<
    Consuming,
    | 'bus'
    | 'db'
    | 'devices'
    | 'judgeClock'
    | 'limit'
    | 'log'
    | 'metrics'
    | 'presence'
    | 'repeated'
    | 'settings'
    | 'takeEvent'
  >,
  groups: readonly Group[],
  result: Result,
): Promise<void> {
  let recorded = 0
  try {
    await inBatches(ctx.limit, groups, async (some) => {
      const gates = decideForReads(ctx, some)
      const { outcomes, visits } = await recordReads(ctx, some, windowsOf(ctx.settings), gates.decide)
      sendDecisions(ctx, gates.decided())
      result.visits.push(...visits)
      for (const [at, group] of some.entries()) finish(ctx, group, outcomes[at], result)
      recorded += some.length
    })
  } catch (error) {
    const [first, second] = groups.slice(recorded)
    if (!first || !isRowRejected(error)) throw error
    if (second) for (const group of groups.slice(recorded)) await record(ctx, [group], result)
    else addDeadLetters(ctx, first.messages, `refused:${error.code}`, result)
  }
}

function finish(
  ctx: Pick<Consuming, 'judgeClock' | 'log' | 'metrics' | 'presence' | 'repeated'>,
  { read, rejected, messages }: Group,
  outcome: Outcome | undefined,
  result: Result,
): void {
  if (outcome === 'reused') {
    addDeadLetters(ctx, messages, 'readIdReused', result)
    return
  }
  result.done.push(...messages)
  if (rejected === null) ctx.repeated.note(read)
  if (rejected === 'direction') ctx.repeated.forget(read)
  const stored = outcome === 'stored' ? 1 : 0
  const readSkewMs = stored ? ctx.judgeClock(read) : undefined // only for a new read, because a repetition arrives later than its read
  ctx.presence.note(read.deviceId, { seenAt: read.receivedAt, ...(readSkewMs !== undefined && { readSkewMs }) })
  if (stored) {
    ctx.metrics.reads.inc({ outcome: rejected ? 'rejected' : 'accepted' })
    ctx.metrics.age.observe(Math.max(0, read.receivedAt - read.recognizedAt) / 1000)
  }
  if (messages.length > stored) ctx.metrics.reads.inc({ outcome: 'known' }, messages.length - stored)
}

async function showTest(
  ctx: Pick<Ctx, 'db' | 'log' | 'metrics' | 'presence' | 'stopping'>,
  message: Delivery,
  read: Read,
  { visits, done }: Result,
): Promise<void> {
  visits.push(await retryUntilAvailable(ctx, () => testVisit(ctx, read, message.sequence)))
  done.push(message)
  ctx.presence.note(read.deviceId, { seenAt: read.receivedAt })
  ctx.metrics.reads.inc({ outcome: 'test' })
}

function addDeadLetters(
  ctx: Pick<Ctx, 'log' | 'metrics' | 'presence'>,
  messages: readonly Delivery[],
  reason: DeadLetterReason,
  { deadLetters, done }: Result,
): void {
  for (const message of messages) {
    deadLetters.push(makeDeadLetter(message, reason))
    done.push(message)
    ctx.metrics.reads.inc({ outcome: 'deadLetter' })
    ctx.log.info({ reason, sequence: message.sequence }, 'read rejected, stored as a dead letter') // at info level, because console and metrics show it too
    const origin = parseReadSubject(message.subject)
    const refused = message.redelivered === 0 ? 1 : 0
    if (origin) ctx.presence.note(origin.deviceId, { seenAt: message.storedAt, error: reason, refused })
  }
}

async function publish(
  { bus, publishVisits, metrics }: Pick<Ctx, 'bus' | 'metrics' | 'publishVisits'>,
  { visits, deadLetters }: Result,
): Promise<void> {
  metrics.visits.inc(await publishVisits(latestRevisions(visits)))
  if (deadLetters.length > 0)
    await bus.append(
      deadLetters.map((letter) => ({ subject: deadLetterSubject, id: letter.id, data: JSON.stringify(letter) })),
    )
}

/** The last revision of each visit, which several transactions of a batch may have changed. */
function latestRevisions(visits: readonly RevisedVisit[]): RevisedVisit[] {
  return [...new Map(visits.map((revised) => [revised.visit.id, revised])).values()]
}

const idOf = ({ deviceId, readId }: Read) => `${deviceId} ${readId}`
