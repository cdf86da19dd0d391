import { setTimeout as wait } from 'node:timers/promises'
import { beginSpan, fault, type Logger, type Span, withTimeLimit } from '@kingcar/runtime'
import type { Connector } from '../connection/connector.ts'
import type { Session } from '../connection/session.ts'

/** An outbox row, with the request and the trace that it was written in. */
type Message = { id: string; subject: string; payload: unknown; requestId?: string; traceparent?: string }

/** Publishes outbox rows and resolves when the stream has stored them. */
export type Publish = (messages: readonly Message[]) => Promise<void>

/** Milliseconds. Upper bound of the delay of rows without a kick, such as those of a process that died. */
const pollEvery = 1_000
const shortestPause = 50
const longestPause = 1_000
/**
 * Minimum milliseconds between two looks at the outbox. Rows committed in between are published together: one look and one
 * disk write of the server for each row would cost more than the work that emitted it. After a look that found many rows
 * the pause is longer, so that the next batch is larger.
 */
const gathering = 15
const gatheringMany = 40
const many = 5
const publishDeadline = 5_000
const deadlineMs = 3_000
/** The lock is held by another relay of this schema, which publishes the same rows. */
const settings = { statement_timeout: 2_000, lock_timeout: 1_000 }
const batchSize = 100

const hour = 3_600_000
/** Inbox rows are kept longer than any stream keeps its events, so that no redelivery counts as new. */
const maintenance = [
  `delete from idempotency where created_at <= now() - interval '24 hours'`,
  `delete from inbox where seen_at < now() - interval '30 days'`,
]

type Rows = Awaited<ReturnType<Session['run']>>

/** Key of the advisory lock that a relay holds while it publishes the outbox of a schema. */
export const outboxLock = (schema: string): string => `${schema}.outbox`

const lock = `select pg_advisory_lock(hashtextextended(current_schema() || '.outbox', 0))`
const unlock = `select pg_advisory_unlock(hashtextextended(current_schema() || '.outbox', 0))`
const waiting = 'select id, message_id, subject, payload, request_id, traceparent from outbox order by id limit $1'
const remove = 'delete from outbox where id = any($1::bigint[])'

/**
 * Publishes outbox rows in the order of their ids and deletes them once they are stored. There is no cursor: a transaction
 * that commits late has a lower id than rows already published. A session-level advisory lock ensures one active relay per
 * schema, so that no transaction stays open while the bus stores the messages; the lock ends with the session. A process
 * that dies between publishing and deleting causes a second publish with the same message id.
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
  /** How many rows the last look found. */
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
    const look = () => session.run(waiting, [batchSize])
    this.#lookedAt = performance.now()
    let removed: Promise<unknown> = Promise.resolve()
    try {
      let [, rows] = await Promise.all([session.run(lock), look()]) // pipelined, as the statements below
      this.#found = rows.length
      while (rows.length > 0) {
        await this.#send(rows)
        removed = session.run(remove, [`{${rows.map(({ id }) => id).join()}}`])
        if (rows.length < batchSize) break
        ;[, rows] = await Promise.all([removed, look()])
      }
    } finally {
      await Promise.all([removed, session.dead ? undefined : session.run(unlock)])
    }
  }

  async #send(rows: Rows): Promise<void> {
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
