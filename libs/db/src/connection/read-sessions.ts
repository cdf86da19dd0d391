import { PgDatabase } from 'drizzle-orm/pg-core'
import type { Reader } from '../types.ts'
import type { Connector } from './connector.ts'
import { DrizzleSession, dialect } from './drizzle-session.ts'
import type { Parameter, Session } from './session.ts'

/** Milliseconds. The server's own limit comes first, and costs one statement instead of the connection. */
const statementTimeout = 1_000
/** To start a worker takes longer than a short read does, and takes a processor from others. */
const workers = 0
const deadlineMs = 1_200

/** Milliseconds that the first session may be behind before the second takes over. */
const behind = 10

/**
 * Short reads over one pipelined session, which is the cheapest (41 us against 73 with a pool of ten), and a second
 * one for the moments in which a slow statement holds up the first.
 */
export class ReadSessions {
  readonly reader: Reader
  readonly #connector: Connector
  #first: Session | undefined
  #second: Session | undefined

  constructor(connector: Connector) {
    this.#connector = connector
    this.reader = new PgDatabase(dialect, new DrizzleSession(() => this.#best()), undefined)
  }

  /** Runs a statement of our own text, as `Session.run` does. */
  run(text: string, parameters?: Parameter[]): ReturnType<Session['run']> {
    return this.#best().run(text, parameters)
  }

  /** `select 1`. Fails with UNAVAILABLE. */
  async ping(): Promise<void> {
    await this.run('select 1')
  }

  #best(): Session {
    const first = alive(this.#first) ?? this.#open()
    this.#first = first
    const now = performance.now()
    if (now - first.waitingSince(now) < behind) return first
    const second = alive(this.#second) ?? this.#open()
    this.#second = second
    return second.pending <= first.pending ? second : first
  }

  #open(): Session {
    return this.#connector.open({
      deadlineMs,
      settings: { statement_timeout: statementTimeout, max_parallel_workers_per_gather: workers },
    })
  }
}

const alive = (session: Session | undefined) => (session?.dead === false ? session : undefined)
