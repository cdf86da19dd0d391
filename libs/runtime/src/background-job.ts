import type { Logger } from './log.ts'

export type BackgroundJob = {
  /** In the log, where it fails. */
  name: string
  everyMs: number
  /** Should end soon after the signal. */
  work: (signal: AbortSignal) => Promise<unknown>
}

export type RunningBackgroundJob = AsyncDisposable & {
  /** Does the work now, or once more where it is under way. */
  kick(): void
}

/**
 * Does work now and from time to time, never twice at once. What fails is logged and done again when it is time.
 * Disposing waits for what is under way.
 */
export function startBackgroundJob({ name, everyMs, work }: BackgroundJob, log: Logger): RunningBackgroundJob {
  const stopping = new AbortController()
  const { signal } = stopping
  let running: Promise<void> | undefined
  let again = false
  const attempt = async () => {
    do {
      again = false
      try {
        await work(signal)
      } catch (err) {
        if (!signal.aborted) log.warn({ err, job: name }, 'background job failed, retrying at its next run')
      }
    } while (again && !signal.aborted)
    running = undefined
  }
  const begin = () => {
    running ??= attempt()
  }
  begin()
  const timer = setInterval(begin, everyMs)
  timer.unref()
  return {
    kick() {
      if (signal.aborted) return
      if (running !== undefined) again = true
      else begin()
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      stopping.abort()
      await running
    },
  }
}
