import type { Logger } from './log.ts'

export type BackgroundJob = {
  /** Logged as `job` when it fails. */
  name: string
  everyMs: number
  /** Must end soon after the signal aborts. */
  work: (signal: AbortSignal) => Promise<unknown>
}

export type RunningBackgroundJob = AsyncDisposable & {
  /** Runs the job now, or once more after the current run. */
  kick(): void
}

/**
 * Runs a job now and at each interval, never twice at the same time. A failure is logged, and the job runs again at its next
 * interval. Disposal waits for the current run.
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
