import { setTimeout as wait } from 'node:timers/promises'
import type { Child, Exit } from '@kingcar/localstack/leashed-child'
import { supervise } from '@kingcar/localstack/supervisor'

/** One process of a deployment, supervised as in production: it is restarted when it dies. */
export type Instance = AsyncDisposable & {
  /** Such as `orders-2`. */
  readonly name: string
  readonly kind: string
  /** Of the current or last process. */
  readonly pid: number
  readonly running: boolean
  /** Number of starts. */
  readonly starts: number
  /** SIGKILL; resolves when it is dead. */
  kill(): Promise<Exit>
  /** Stops it gracefully, as a rolling restart does; resolves when it has exited. */
  stop(): Promise<Exit>
  /** It keeps its sockets and does not respond, until `thaw`. */
  freeze(): void
  thaw(): void
  /** Sends it a signal that it handles. */
  signal(signal: NodeJS.Signals): void
  /** Resolves when it runs and was started at least this often. */
  started(times: number): Promise<void>
  /** While set, it is not restarted; a restart waits until it is unset. */
  held: boolean
}

/**
 * Maximum milliseconds until a restart: a process that has died often waits up to ten seconds before it is restarted.
 */
const patience = 60_000

/** @param start starts the process and resolves when it is ready; gets the previous one */
export async function startInstance<C extends Child>(
  name: string,
  kind: string,
  start: (previous: C | undefined) => Promise<C>,
  log: (line: string) => void,
): Promise<Instance & { readonly first: C }> {
  let current: C | undefined
  let starts = 0
  let held = false
  let ending = false
  const supervised = await supervise<C>(
    name,
    async (previous) => {
      while (held && !ending) await wait(20)
      if (ending) throw new Error('the instance was disposed')
      current = await start(previous)
      starts += 1
      return current
    },
    log,
  )
  const child = () => current ?? supervised.first
  const end = (signal: NodeJS.Signals) => {
    const ended = child()
    ended.signal('SIGCONT')
    ended.signal(signal)
    return ended.exited
  }
  return {
    name,
    kind,
    first: supervised.first,
    get pid() {
      return child().pid
    },
    get running() {
      return child().running
    },
    get starts() {
      return starts
    },
    get held() {
      return held
    },
    set held(value) {
      held = value
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    freeze: () => child().signal('SIGSTOP'),
    thaw: () => child().signal('SIGCONT'),
    signal: (signal) => child().signal(signal),
    async started(times) {
      for (const until = Date.now() + patience; !(starts >= times && child().running); await wait(20))
        if (Date.now() > until) throw new Error(`${name} was not restarted`)
    },
    async [Symbol.asyncDispose]() {
      ending = true
      child().signal('SIGCONT')
      await supervised[Symbol.asyncDispose]()
    },
  }
}
