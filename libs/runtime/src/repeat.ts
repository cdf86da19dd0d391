import type { Logger } from './log.ts'

export type Repeated = {
  /** In the log, where it fails. */
  what: string
  everyMs: number
  /** Should end soon after the signal. */
  work: (signal: AbortSignal) => Promise<unknown>
}

/**
 * Does work now and from time to time, never twice at once. What fails is logged and done again when it is time.
 * Disposing waits for what is under way.
 */
export function repeat({ what, everyMs, work }: Repeated, log: Logger): AsyncDisposable {
  const stopping = new AbortController()
  const { signal } = stopping
  let running: Promise<void> | undefined
  const attempt = async () => {
    try {
      await work(signal)
    } catch (err) {
      if (!signal.aborted) log.warn({ err, what }, 'failed; tried again later')
    }
    running = undefined
  }
  const begin = () => {
    running ??= attempt()
  }
  begin()
  const timer = setInterval(begin, everyMs)
  timer.unref()
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      stopping.abort()
      await running
    },
  }
}
