import { setTimeout as wait } from 'node:timers/promises'
import { type Logger, steadyNow } from '@kingcar/runtime'
import type { StreamMessage } from '../types.ts'

/** How long `catchUp` waits for pending changes, and how often it checks, in ms. */
const timeout = 1_000
const interval = 5

export type NewestStates<T> = {
  find(key: string): T | undefined
  /**
   * Waits until the changes up to the end of the stream have arrived. Resolves with false after 1 s, or if the stream
   * is unreachable.
   */
  catchUp(): Promise<boolean>
  /** Calls back after each change. */
  onChange(listener: (state: T) => void): void
  apply(message: StreamMessage): void
}

type Source<T> = {
  /** Name of the stream in the log. */
  name: string
  parse(data: unknown): T
  keyOf(state: T): string
  /** Returns the end of the stream. */
  lastSequence(): Promise<number>
}

/** Holds the newest state of each key of a stream in memory; a message with an older version is ignored. */
export function createNewestStates<T extends { version: number }>(
  { name, parse, keyOf, lastSequence }: Source<T>,
  log: Logger,
): NewestStates<T> {
  const known = new Map<string, T>()
  const listeners: ((state: T) => void)[] = []
  let seen = 0

  async function waitForChanges(): Promise<boolean> {
    try {
      const last = await lastSequence()
      for (const until = steadyNow() + timeout; seen < last && steadyNow() < until; ) await wait(interval)
      return seen >= last
    } catch (err) {
      log.warn({ err, stream: name }, 'stream unreachable, its latest changes are unknown')
      return false
    }
  }

  /** Shares one wait among callers. A caller that arrives during a wait joins the next one, since newer changes may exist. */
  let current: Promise<unknown> = Promise.resolve()
  let next: Promise<boolean> | undefined

  return {
    find: (key) => known.get(key),
    catchUp() {
      next ??= current.then(() => {
        current = next as Promise<boolean>
        next = undefined
        return waitForChanges()
      })
      return next
    },
    onChange: (listener) => void listeners.push(listener),
    apply({ data, sequence }) {
      seen = sequence
      const state = parse(JSON.parse(Buffer.from(data).toString()))
      const key = keyOf(state)
      if ((known.get(key)?.version ?? 0) > state.version) return
      known.set(key, state)
      for (const listener of listeners) listener(state)
    },
  }
}
