import net from 'node:net'
import { isTracing, traced } from '@kingcar/runtime'
import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { translateError, unavailable } from './errors.ts'

export type Parameter = postgres.ParameterOrJSON<never>
type Rows = postgres.RowList<postgres.Row[]>

/** Server settings that a session starts with; times in milliseconds. */
export type ServerSettings = {
  statement_timeout: number
  lock_timeout?: number
  idle_in_transaction_session_timeout?: number
  max_parallel_workers_per_gather?: number
  default_transaction_read_only?: 'on'
}

export type SessionOptions = {
  url: string
  /** Where the address holds two. */
  password: (() => Promise<string>) | undefined
  schema: string
  /** Shown in pg_stat_activity. */
  name: string
  settings: ServerSettings
  /** A statement without an answer for so many milliseconds ends the session. */
  deadlineMs: number
  onReady: () => void
  /** A statement failed, with what its caller gets. */
  onFailure?: ((error: unknown) => void) | undefined
  /** Called once, when the session serves no more; with the reason where it did not end on our word. */
  onDeath: (session: Session, reason: unknown) => void
}

/** Seconds; past them a database that takes the connection and says nothing counts as away. */
const connectTimeout = 1

/**
 * What a page costs that is read out of order, where one in order costs 1. The server's own 4.0 is that of a disk that turns:
 * https://www.postgresql.org/docs/current/runtime-config-query.html names 1.1 for those that do not. With 4.0 the page of twenty
 * visits scanned all of them while there were fewer than some fifty thousand (services/recognition/test/visit-kind.test.ts).
 */
const randomPageCost = '1.1'

/** Characters of a statement that a span tells. */
const longestText = 2_000

/** Every statement is prepared and pipelined; postgres.js would send one without parameters as a simple query. */
const prepared = { prepare: true, simple: false }

/**
 * One connection for one life. postgres.js reconnects under its callers' feet: a statement of a transaction whose
 * connection died can run on the next one, outside of any transaction, and statements that wait have no deadline.
 * So each client here has one connection on a socket of ours, and when that socket ends, so does the client: whatever
 * waits is rejected, and whatever comes late is refused.
 */
export class Session {
  readonly startedAt = performance.now()
  readonly #options: SessionOptions
  readonly #client: postgres.Sql
  readonly #pending = new Set<{ since: number }>()
  #socket: net.Socket | undefined
  #ready = false
  #dead = false
  #error: unknown

  constructor(options: SessionOptions) {
    this.#options = options
    const client = {
      max: 1,
      ...(options.password && { password: options.password }),
      connect_timeout: connectTimeout,
      // Lifetimes are for a pool that reconnects; see above.
      max_lifetime: null,
      fetch_types: false,
      onnotice: () => {},
      onclose: () => this.#die(),
      socket: (target: Target) => this.#connect(target),
      connection: {
        application_name: options.name,
        search_path: options.schema,
        random_page_cost: randomPageCost,
        ...asText(options.settings),
      },
    }
    this.#client = postgres(options.url, client)
    // Gives the client drizzle's way with dates and JSON, which it expects of every client that it reads from.
    drizzle(this.#client)
  }

  /** It serves no more. */
  get dead(): boolean {
    return this.#dead
  }

  /** It has answered at least once. */
  get ready(): boolean {
    return this.#ready
  }

  /** Statements without an answer yet. */
  get pending(): number {
    return this.#pending.size
  }

  /** When the oldest statement without an answer was sent (`performance.now()`), or `now`. */
  waitingSince(now: number): number {
    for (const { since } of this.#pending) return since
    return now
  }

  /** Runs a prepared statement. Fails with UNAVAILABLE, or the driver's error. */
  run(text: string, parameters: Parameter[] = []): Promise<Rows> {
    return this.#track(text, () => this.#client.unsafe(text, parameters, prepared))
  }

  /** The same with each row as an array in the order of the columns, as drizzle maps them. */
  runForArrays(text: string, parameters: Parameter[]): Promise<unknown[][]> {
    return this.#track(text, () => this.#client.unsafe(text, parameters, prepared).values())
  }

  /** Runs one or more statements of our own text unprepared: transaction control. */
  command(text: string): Promise<Rows> {
    return this.#track(text, () => this.#client.unsafe(text))
  }

  /** Ends a session whose oldest statement has waited too long. */
  destroyIfLate(now: number): void {
    if (now - this.waitingSince(now) > this.#options.deadlineMs) this.destroy()
  }

  /** Cuts the connection: every statement that waits is rejected. */
  destroy(): void {
    this.#socket?.destroy()
    this.#die()
  }

  /** Lets statements that wait finish for up to a second, then ends. */
  async end(): Promise<void> {
    this.#dead = true
    // Only the first call's timeout counts in postgres.js, and without one it may wait for ever.
    await this.#client.end({ timeout: 1 })
    this.#socket?.destroy()
    this.#options.onDeath(this, undefined)
  }

  #track<T>(text: string, send: () => PromiseLike<T>): Promise<T> {
    if (!isTracing()) return this.#answer(send)
    const operation = /^\w+/.exec(text.trimStart())?.[0].toLowerCase() ?? 'statement'
    const attributes = {
      'db.system.name': 'postgresql',
      'db.namespace': this.#options.schema,
      'db.operation.name': operation,
      'db.query.text': text.slice(0, longestText), // its values travel beside it
    }
    return traced(`${operation} ${this.#options.schema}`, { kind: 'client', attributes }, () => this.#answer(send))
  }

  async #answer<T>(send: () => PromiseLike<T>): Promise<T> {
    if (this.#dead) throw unavailable()
    const ticket = { since: performance.now() }
    this.#pending.add(ticket)
    try {
      const answer = await send()
      if (!this.#ready) this.#becomeReady()
      return answer
    } catch (error) {
      this.#error = error
      const failure = translateError(error)
      this.#options.onFailure?.(failure)
      throw failure
    } finally {
      this.#pending.delete(ticket)
    }
  }

  #becomeReady(): void {
    this.#ready = true
    this.#options.onReady()
  }

  /** postgres.js asks for a socket when it connects. It must get one that fails later: a throw here leaves it waiting for ever. */
  #connect({ path, host, port }: Target): net.Socket {
    if (this.#socket) {
      const refused = new net.Socket()
      setImmediate(() =>
        refused.destroy(Object.assign(new Error('the session has ended'), { code: 'CONNECTION_CLOSED' })),
      )
      return refused
    }
    const socket = path ? net.connect(path) : net.connect(port[0] ?? 5432, host[0])
    socket.setNoDelay(true).once('error', (error) => {
      this.#error = error
    })
    this.#socket = socket
    return socket
  }

  #die(): void {
    if (this.#dead) return
    this.#dead = true
    // Rejects what postgres.js has not sent yet.
    void this.#client.end({ timeout: 0 })
    this.#options.onDeath(this, this.#error ?? new Error('the connection has ended'))
  }
}

/** postgres.js leaves out a zero. */
const asText = (settings: ServerSettings) =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)]))

type Target = { path: string | false; host: string[]; port: number[] }
