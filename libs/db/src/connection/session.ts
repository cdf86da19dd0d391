import net from 'node:net'
import { isTracing, traced } from '@kingcar/runtime'
import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { translateError, unavailable } from './errors.ts'
import { peerTimeouts } from './peer-timeouts.ts'

export type Parameter = postgres.ParameterOrJSON<never>
type Rows = postgres.RowList<postgres.Row[]>

/** Server settings of a session; times in milliseconds. */
export type ServerSettings = {
  statement_timeout: number
  lock_timeout?: number
  idle_in_transaction_session_timeout?: number
  idle_session_timeout?: number
  max_parallel_workers_per_gather?: number
  default_transaction_read_only?: 'on'
  plan_cache_mode?: 'force_custom_plan'
}

export type SessionOptions = {
  url: string
  /** Set if the URL contains two passwords; see `rotatingPassword`. */
  password: (() => Promise<string>) | undefined
  schema: string
  /** Shown in pg_stat_activity. */
  name: string
  settings: ServerSettings
  /** Milliseconds without a response to a statement after which the session is closed. */
  deadlineMs: number
  onStatement: () => void
  onReady: () => void
  /** Called with the error of a failed statement that its caller gets. */
  onFailure?: ((error: unknown) => void) | undefined
  /** Called once, when the session is closed; `reason` is undefined after `end`. */
  onDeath: (session: Session, reason: unknown) => void
}

/** Seconds after which a server counts as unreachable that accepts the connection and stays silent. */
const connectTimeout = 1

/**
 * Planner cost of a random page read, relative to 1 for a sequential one. The server's default of 4.0 fits spinning disks;
 * https://www.postgresql.org/docs/current/runtime-config-query.html suggests 1.1 for SSDs. With 4.0 a page of twenty visits
 * scanned the whole table below some fifty thousand rows (services/recognition/test/visit-kind.test.ts).
 */
const randomPageCost = '1.1'

/** Characters of a statement's text in a span. */
const longestText = 2_000

/** Every statement is prepared and pipelined; postgres.js would send one without parameters as a simple query. */
const prepared = { prepare: true, simple: false }

/**
 * One connection that never reconnects. postgres.js reconnects by itself: a statement of a transaction whose connection
 * died can then run on the next connection, outside any transaction, and waiting statements have no deadline. Here each
 * client has one connection on a socket that this class owns. When the socket closes, the client ends: waiting statements
 * are rejected, and later ones are refused.
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
      // With a lifetime postgres.js would reconnect; see above.
      max_lifetime: null,
      fetch_types: false,
      onnotice: () => {},
      onclose: () => this.#die(),
      socket: (target: Target) => this.#connect(target),
      connection: {
        application_name: options.name,
        search_path: options.schema,
        random_page_cost: randomPageCost,
        ...peerTimeouts,
        ...asText(options.settings),
      },
    }
    this.#client = postgres(options.url, client)
    // Installs drizzle's handling of dates and JSON, which it expects of every client.
    drizzle(this.#client)
  }

  /** True once the session is closed. */
  get dead(): boolean {
    return this.#dead
  }

  /** True once a statement has succeeded. */
  get ready(): boolean {
    return this.#ready
  }

  /** Number of statements without a response. */
  get pending(): number {
    return this.#pending.size
  }

  /** When the oldest statement without a response was sent (`performance.now()`), or `now`. */
  waitingSince(now: number): number {
    for (const { since } of this.#pending) return since
    return now
  }

  /** Runs a prepared statement. Fails with UNAVAILABLE, or the driver's error. */
  run(text: string, parameters: Parameter[] = []): Promise<Rows> {
    return this.#track(text, () => this.#client.unsafe(text, parameters, prepared))
  }

  /** Like `run`, with each row as an array in column order, as drizzle expects. */
  runForArrays(text: string, parameters: Parameter[]): Promise<unknown[][]> {
    return this.#track(text, () => this.#client.unsafe(text, parameters, prepared).values())
  }

  /** Runs one or more constant statements unprepared: transaction control. */
  command(text: string): Promise<Rows> {
    return this.#track(text, () => this.#client.unsafe(text))
  }

  /** Closes the session if its oldest statement has exceeded the deadline. */
  destroyIfLate(now: number): void {
    if (now - this.waitingSince(now) > this.#options.deadlineMs) this.destroy()
  }

  /** Closes the connection immediately; waiting statements are rejected. */
  destroy(): void {
    this.#socket?.destroy()
    this.#die()
  }

  /** Waits up to a second for running statements, then closes. */
  async end(): Promise<void> {
    this.#dead = true
    // postgres.js uses the timeout of the first call; without one it may wait for ever.
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
      'db.query.text': text.slice(0, longestText), // values are parameters, so none is in the text
    }
    return traced(`${operation} ${this.#options.schema}`, { kind: 'client', attributes }, () => this.#answer(send))
  }

  async #answer<T>(send: () => PromiseLike<T>): Promise<T> {
    if (this.#dead) throw unavailable()
    const ticket = { since: performance.now() }
    this.#pending.add(ticket)
    this.#options.onStatement()
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

  /**
   * Called by postgres.js to connect. A second call gets a socket that fails later: if this threw, postgres.js would
   * wait for ever.
   */
  #connect({ path, host, port }: Target): net.Socket {
    if (this.#socket) {
      const refused = new net.Socket()
      setImmediate(() =>
        refused.destroy(Object.assign(new Error('the session is closed'), { code: 'CONNECTION_CLOSED' })),
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
    // Rejects the statements that postgres.js has not sent yet.
    void this.#client.end({ timeout: 0 })
    this.#options.onDeath(this, this.#error ?? new Error('the connection was closed'))
  }
}

/** postgres.js omits a numeric zero. */
const asText = (settings: ServerSettings) =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)]))

type Target = { path: string | false; host: string[]; port: number[] }
