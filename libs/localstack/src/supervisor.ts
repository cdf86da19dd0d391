import { setTimeout as wait } from 'node:timers/promises'
import type { Child } from './leashed-child.ts'

/** Milliseconds before a dead process is started again; doubles while it keeps dying, and is forgotten after calm. */
const backOff = { first: 500, most: 10_000, calm: 30_000 }

export type Supervised<C extends Child> = AsyncDisposable & { readonly first: C }

/**
 * Starts a process, and starts it again whenever it dies, until it is disposed. The first start may fail, and then
 * nothing is supervised; later ones are repeated.
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
      // One that ended as it was asked to is well.
      if (code === 0 || Date.now() - since > backOff.calm) delay = backOff.first
      warn(`${name} died (${signal ?? `exit code ${code}`}); it starts again`)
      do {
        // Jitter, so that those who died together do not come back together.
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
      warn(`${name} did not start: ${error instanceof Error ? error.message : String(error)}`)
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
      await current.stop() // a start that was under way when the stop came
    },
  }
}
