import type { LogMessage } from '@kingcar/localstack/product-process'

/** Milliseconds without a failure after which a problem is over. The jobs of an idle service run more often. */
const calm = 20_000

/** Fields of a log line that name what failed. The first one in this order that exists is used. */
const subjects = ['job', 'durable', 'event', 'stream', 'subject', 'operation', 'task', 'provider'] as const

/**
 * Log lines that a client writes once: `lost` when it loses the connection to a server, `found` when it is connected
 * again. Each has the name of the server.
 */
const lost: Record<string, string> = {
  'PostgreSQL unreachable': 'PostgreSQL',
  'NATS unreachable, reconnecting': 'NATS',
}
const found: Record<string, string> = { 'PostgreSQL reachable again': 'PostgreSQL', 'NATS reconnected': 'NATS' }

type Problem = {
  began: number
  last: number
  failures: number
  /** Servers that are not reachable yet. While there is one, the problem is not over, even without new failures. */
  lost: Set<string>
  over: (duration: string) => string
}

/** Prints the warnings and errors of the processes: one line when a problem begins, one when it is over. */
export class ProblemReport implements Disposable {
  readonly #print: (line: string) => void
  readonly #now: () => number
  readonly #open = new Map<string, Problem>()
  readonly #timer: NodeJS.Timeout

  /** @param now a monotonic clock in milliseconds */
  constructor(print: (line: string) => void, now = () => performance.now()) {
    this.#print = print
    this.#now = now
    this.#timer = setInterval(() => this.closeCalm(), 1_000).unref()
  }

  /** Reports a log line of a process if it is a warning or an error, and counts it if its problem was reported. */
  add(process: string, message: LogMessage): void {
    const now = this.#now()
    const reached = found[message.msg]
    const outage = this.#open.get(unavailableKey(process))
    if (reached !== undefined && outage?.lost.delete(reached)) outage.last = now
    if (message.level < 40) return
    const { key, begin, over } = describe(process, message)
    const known = this.#open.get(key)
    const open = known ?? { began: now, last: now, failures: 0, lost: new Set<string>(), over }
    open.last = now
    open.failures += 1
    const missing = lost[message.msg]
    if (missing !== undefined) open.lost.add(missing)
    this.#open.set(key, open)
    if (!known) this.#print(begin)
  }

  /**
   * Reports the end of each problem that has not failed again for a while. For a failure that happened only once no end
   * is reported.
   */
  closeCalm(): void {
    for (const [key, { began, last, failures, lost, over }] of this.#open) {
      if (lost.size > 0 || this.#now() - last < calm) continue
      this.#open.delete(key)
      if (last > began)
        this.#print(
          over(`${((last - began) / 1_000).toFixed(0)} s and ${failures} ${failures === 1 ? 'failure' : 'failures'}`),
        )
    }
  }

  /**
   * The new process has its own connections, so the lost connections of its predecessor no longer keep a problem open.
   */
  restarted(process: string): void {
    this.#open.get(unavailableKey(process))?.lost.clear()
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer)
  }
}

const unavailableKey = (process: string) => `${process} unavailable`

/**
 * The printed text of a log line, and the key of its problem. All failures of a process because of a server that it
 * cannot reach are one problem.
 */
function describe(process: string, message: LogMessage) {
  const { msg, err } = message
  const subject = subjects.map((name) => message[name]).find((value) => typeof value === 'string')
  const what = subject === undefined ? msg : `${msg} (${subject})`
  const begin = `${process}: ${what}${err?.message ? `: ${err.message.replace(/\.$/, '')}` : ''}`
  if (err?.code === 'UNAVAILABLE' || msg.includes('unreachable'))
    return {
      key: unavailableKey(process),
      begin: `${begin}; until this is over, calls may get 503, and jobs and events are retried`,
      over: (duration: string) => `${process}: works again after ${duration}`,
    }
  return {
    key: `${process} ${what}`,
    begin,
    over: (duration: string) => `${process}: over after ${duration}: ${what}`,
  }
}
