import { setTimeout as wait } from 'node:timers/promises'
import type { Child } from './leashed-child.ts'

/** Milliseconds before a restart: `first`, doubled up to `most` while the process keeps dying, reset after `calm` alive. */
const backOff = { first: 500, most: 10_000, calm: 30_000 }

export type Supervised<C extends Child> = AsyncDisposable & { readonly first: C }

/**
 * Starts a process and restarts it whenever it ends, until disposal. If the first start fails, this throws and supervises
 * nothing; later starts are retried.
 * @param start resolves when the process is ready
 */
export async function supervise<C extends Child>(
  name: string,
  start: (previous: C | undefined) => Promise<C>,
  warn: (line: string) => void,
): Promise<Supervised<C>> {
  const stopping = new AbortController()
  const first = await start(undefined)
  let current: C = first

  const watch = async () => {
    let delay = backOff.first
    let since = Date.now()
    while (!stopping.signal.aborted) {
      const { code, signal } = await current.exited
      if (stopping.signal.aborted) return
      // An exit with 0 was requested and is not a failure.
      if (code === 0 || Date.now() - since > backOff.calm) delay = backOff.first
      warn(`${name} ended (${signal ?? `exit code ${code}`}), restarting`)
      do {
        // Jitter, so that processes that ended together do not restart together.
        await wait(delay * (0.75 + Math.random() / 2), undefined, { signal: stopping.signal }).catch(() => undefined)
        delay = Math.min(delay * 2, backOff.most)
      } while (!stopping.signal.aborted && !(await again()))
      since = Date.now()
    }
  }
  const again = async (): Promise<boolean> => {
    try {
      current = await start(current)
      return true
    } catch (error) {
      warn(`${name} failed to start, retrying: ${error instanceof Error ? error.message : String(error)}`)
      return false
    }
  }
  const watching = watch()
  return {
    first,
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await current.stop()
      await watching
      await current.stop() // ends a process that was starting during the stop
    },
  }
}
