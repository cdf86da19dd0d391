import { setTimeout as wait } from 'node:timers/promises'
import { beginSpan, fault, type Logger, type Span, withTimeLimit } from '@kingcar/runtime'
import type { Connector } from '../connection/connector.ts'
import type { Session } from '../connection/session.ts'

/** A row on its way out, on whose behalf it was written, and the trace that it is a part of. */
type Message = { id: string; subject: string; payload: unknown; requestId?: string; traceparent?: string }

/** Sends outbox rows and resolves when they are stored. */
export type Publish = (messages: readonly Message[]) => Promise<void>

/** Milliseconds. Rows whose kick was lost, such as those of a process that died, wait no longer than this. */
const pollEvery = 1_000
const shortestPause = 50
const longestPause = 1_000
/**
 * Milliseconds from one look to the next. What is committed meanwhile goes out together: a look for each, and a write to
 * the server's disk, cost more than the work that they tell of. Where the last look found many the next one waits for
 * enough to be one atomic batch.
 */
const gathering = 15
const gatheringMany = 40
const many = 5
const publishDeadline = 5_000
const deadlineMs = 3_000
/** Waiting for the lock is waiting for another relay of this schema, which is doing our work. */
const settings = { statement_timeout: 2_000, lock_timeout: 1_000 }
const batch = 100

const hour = 3_600_000
/** Events stay in the inbox longer than in any stream, so that none can come again as a first. */
const maintenance = [
  `delete from idempotency where created_at <= now() - interval '24 hours'`,
  `delete from inbox where seen_at < now() - interval '30 days'`,
]

type Rows = Awaited<ReturnType<Session['run']>>

/** The name of the advisory lock that a relay holds while it sends the outbox of a schema. */
export const outboxLock = (schema: string): string => `${schema}.outbox`

const lock = `select pg_advisory_lock(hashtextextended(current_schema() || '.outbox', 0))`
const unlock = `select pg_advisory_unlock(hashtextextended(current_schema() || '.outbox', 0))`
const waiting = 'select id, message_id, subject, payload, request_id, traceparent from outbox order by id limit $1'
const remove = 'delete from outbox where id = any($1::bigint[])'

/**
 * Sends what stands in the outbox, in the order of the rows' ids, and deletes it once it is stored. There is no cursor:
 * a transaction that commits late has a lower id than rows already sent. An advisory lock of the session keeps one
 * relay per schema at work, so no transaction is open while the bus answers; it ends with the session. Who dies between
 * storing and deleting sends again under the same message id.
 */
export class Relay {
  readonly #connector: Connector
  readonly #publish: Publish
  readonly #log: Logger
  readonly #maintainEvery: number
  readonly #finished: Promise<void>
  #session: Session | undefined
  #kicked = true
  /** After a failure: a kick must not cut the pause of a bus that is away. */
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

  /** Something was committed to the outbox. */
  kick(): void {
    this.#kicked = true
    if (!this.#pausing) this.#wake?.()
  }

  /** Sends what was kicked, unless it fails, and ends. */
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
        if (pause === shortestPause) this.#log.warn({ err }, 'outbox not sent, trying again')
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
    const look = () => session.run(waiting, [batch])
    this.#lookedAt = performance.now()
    let removed: Promise<unknown> = Promise.resolve()
    try {
      let [, rows] = await Promise.all([session.run(lock), look()]) // sent together, as what follows is
      this.#found = rows.length
      while (rows.length > 0) {
        await this.#send(rows)
        removed = session.run(remove, [`{${rows.map(({ id }) => id).join()}}`])
        if (rows.length < batch) break
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

  /** Lets what is being committed come along. */
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

/** One for each row that a traced piece of work has written. */
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
