import { setTimeout as wait } from 'node:timers/promises'
import type { Child, Exit } from '@kingcar/localstack/leashed-child'
import { supervise } from '@kingcar/localstack/supervisor'

/** One process of a deployment, under supervision as in earnest: whoever dies is started again. */
export type Instance = AsyncDisposable & {
  /** Such as `orders-2`. */
  readonly name: string
  readonly kind: string
  /** Of the process that runs now, or ran last. */
  readonly pid: number
  readonly running: boolean
  /** How often it was started. */
  readonly starts: number
  /** As by kill -9; resolves when it is dead. */
  kill(): Promise<Exit>
  /** Asks it to end, as a rolling restart does; resolves when it has ended. */
  stop(): Promise<Exit>
  /** It keeps its sockets and answers nothing, until `thaw`. */
  freeze(): void
  thaw(): void
  /** Tells it something by a signal that it knows. */
  signal(signal: NodeJS.Signals): void
  /** Resolves when it runs, and was started at least so often. */
  started(times: number): Promise<void>
  /** No longer started again while it is set; the next start waits until it is unset. */
  held: boolean
}

/** Milliseconds that a start is waited for: a process that has died often waits up to ten seconds before it is started. */
const patience = 60_000

/** @param start makes the process and resolves when it is ready; is given the one before */
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
      if (ending) throw new Error('it has ended')
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
        if (Date.now() > until) throw new Error(`${name} was not started again`)
    },
    async [Symbol.asyncDispose]() {
      ending = true
      child().signal('SIGCONT')
      await supervised[Symbol.asyncDispose]()
    },
  }
}
