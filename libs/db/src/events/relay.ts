import { setTimeout as wait } from 'node:timers/promises'
import { idempotencyKeyHours } from '@kingcar/contract'
import { beginSpan, fault, type Logger, type Span, withTimeLimit } from '@kingcar/runtime'
import type { Connector } from '../connection/connector.ts'
import type { Session } from '../connection/session.ts'
import type { Message, Publish } from '../types.ts'
import { lanes } from './lanes.ts'

/** In milliseconds. The largest delay of rows without a kick: those of a process that died and was not restarted. */
const pollEvery = 10_000
const shortestPause = 50
const longestPause = 1_000
/**
 * Minimum milliseconds between two reads of the outbox. Rows that are committed in between are published together: one
 * read and one disk write of the server for each row would cost more than the work that emitted it. After a read of
 * many rows the pause is longer, so that the next batch is larger.
 */
const gathering = 15
const gatheringMany = 40
const many = 5
const publishDeadline = 5_000
const deadlineMs = 3_000
/** Another relay of this schema may hold the lock; it publishes the same rows. */
const settings = { statement_timeout: 2_000, lock_timeout: 1_000 }
const batchSize = 100

const hour = 3_600_000
/** Inbox rows are kept longer than any stream keeps its events, so that no redelivery counts as new. */
const maintenance = [
  `delete from idempotency where created_at <= now() - make_interval(hours => ${idempotencyKeyHours})`,
  `delete from inbox where seen_at < now() - interval '30 days'`,
]

type Rows = Awaited<ReturnType<Session['run']>>

/** Key of the advisory lock that a relay holds while it publishes the outbox of a schema. */
export const outboxLock = (schema: string): string => `${schema}.outbox`

/**
 * How long the session may be idle. While it holds the lock, the limit is a little longer than publishing takes: if the
 * machine of the relay died or its connection is lost, the server ends the session, and with it the lock. Without the
 * lock the session waits for the next rows without a limit.
 */
const idleAfter = (ms: number) => `set_config('idle_session_timeout', '${ms}', false)`
const lock = `select pg_advisory_lock(hashtextextended(current_schema() || '.outbox', 0)), ${idleAfter(publishDeadline + 3_000)}`
const unlock = `select pg_advisory_unlock(hashtextextended(current_schema() || '.outbox', 0)), ${idleAfter(0)}`
/** The oldest rows of each lane. */
const waiting = `select id, message_id, subject, payload, request_id, traceparent, o.lane
  from unnest($2::text[]) each (lane)
  cross join lateral (select * from outbox where lane = each.lane order by id limit $1) o order by id`
const remove = 'delete from outbox where id = any($1::bigint[])'

const look = (session: Session, of: readonly string[]): Promise<Rows> =>
  session.run(waiting, [batchSize, `{${of.join()}}`])

/**
 * Publishes outbox rows, those of each lane in the order of their ids, and deletes them once they are stored. There is no
 * cursor: a transaction that commits late has a lower id than rows already published. A session-level advisory lock ensures
 * one active relay per schema, so that no transaction stays open while the bus stores the messages; the lock ends with the
 * session. A process that dies between publishing and deleting causes a second publish with the same message id.
 */
export class Relay {
  readonly #connector: Connector
  readonly #publish: Publish
  readonly #log: Logger
  readonly #maintainEvery: number
  readonly #finished: Promise<void>
  #session: Session | undefined
  #kicked = true
  /** True during the pause after a failure, which a kick must not shorten. */
  #pausing = false
  #stopping = false
  #wake: (() => void) | undefined
  #maintainedAt = performance.now()
  #lookedAt = Number.NEGATIVE_INFINITY
  /** Number of rows that the last read found. */
  #found = 0

  constructor(connector: Connector, publish: Publish, log: Logger, { maintainEvery = hour } = {}) {
    this.#connector = connector
    this.#publish = publish
    this.#log = log
    this.#maintainEvery = maintainEvery
    this.#finished = this.#loop()
  }

  /** Reports that rows were committed to the outbox. */
  kick(): void {
    this.#kicked = true
    if (!this.#pausing) this.#wake?.()
  }

  /** Publishes the rows that were reported so far, once, and stops. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.#wake?.()
    await this.#finished
  }

  async #loop(): Promise<void> {
    let pause = shortestPause
    while (this.#kicked || !this.#stopping) {
      await this.#gather()
      this.#kicked = false
      try {
        await this.#drain()
        await this.#maintain()
        pause = shortestPause
        if (!this.#kicked && !this.#stopping) await this.#sleep(pollEvery)
      } catch (err) {
        if (pause === shortestPause) this.#log.warn({ err }, 'outbox publish failed, retrying')
        if (this.#stopping) return
        this.#pausing = true
        await this.#sleep(pause)
        this.#pausing = false
        this.#kicked = true
        pause = Math.min(pause * 2, longestPause)
      }
    }
  }

  async #drain(): Promise<void> {
    if (this.#session?.dead !== false) this.#session = this.#connector.open({ deadlineMs, settings })
    const session = this.#session
    this.#lookedAt = performance.now()
    this.#found = 0
    const failures: unknown[] = []
    try {
      const [, rows] = await Promise.all([session.run(lock), look(session, lanes)]) // pipelined, like the statements below
      this.#found = rows.length
      const drain = (of: Rows[number][]) => this.#drainLane(session, of).catch((error: unknown) => failures.push(error))
      await Promise.all([...Map.groupBy(rows, ({ lane }) => lane).values()].map(drain))
    } finally {
      if (!session.dead) await session.run(unlock)
    }
    if (failures.length > 0) throw failures[0]
  }

  async #drainLane(session: Session, first: Rows[number][]): Promise<void> {
    const lane = first[0]?.lane
    for (let rows = first; rows.length > 0; ) {
      await this.#send(rows)
      const removed = session.run(remove, [`{${rows.map(({ id }) => id).join()}}`])
      if (rows.length < batchSize) return void (await removed)
      ;[, rows] = await Promise.all([removed, look(session, [lane])])
    }
  }

  async #send(rows: Rows[number][]): Promise<void> {
    const spans = rows.map(spanOf)
    const messages = rows.map((row, at) => toMessage(row, spans[at]?.traceparent))
    await fault('outbox.beforePublish')
    await withTimeLimit(publishDeadline, this.#publish(messages), notPublished)
    for (const span of spans) span?.end()
    await fault('outbox.published')
  }

  /** Waits so that rows committed in the meantime join the batch. */
  async #gather(): Promise<void> {
    const until = this.#lookedAt + (this.#found < many ? gathering : gatheringMany)
    const rest = until - performance.now()
    if (rest > 0) await wait(rest)
  }

  async #maintain(): Promise<void> {
    const now = performance.now()
    if (now - this.#maintainedAt < this.#maintainEvery) return
    this.#maintainedAt = now
    for (const statement of maintenance) await this.#session?.run(statement)
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

/** Begins a span for a row that was written within a trace. */
function spanOf({ subject, traceparent }: Rows[number]): Span | undefined {
  if (traceparent === null) return undefined
  const attributes = { 'messaging.system': 'nats', 'messaging.destination.name': subject }
  return beginSpan('publish', { kind: 'producer', parent: traceparent, attributes })
}

const toMessage = ({ message_id, subject, payload, request_id }: Rows[number], traceparent?: string): Message => ({
  id: message_id,
  subject,
  payload,
  ...(request_id && { requestId: request_id }),
  ...(traceparent && { traceparent }),
})

function notPublished(): never {
  throw new Error(`not published within ${publishDeadline} ms`)
}
