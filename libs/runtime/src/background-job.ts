import type { Logger } from './log.ts'

export type BackgroundJob = {
  /** Logged as `job` when it fails. */
  name: string
  /** Longest time between two runs: then the job also finds work that no signal reported. */
  everyMs: number
  /** Must end soon after the signal aborts. */
  work: (signal: AbortSignal) => Promise<unknown>
  /** Milliseconds until more work is due, as known after a run; undefined if only a signal brings work. */
  next?: () => number | undefined
}

export type RunningBackgroundJob = AsyncDisposable & {
  /** Runs the job now, or once more after the current run. */
  kick(): void
  /** Reports that there may be work: runs the job a second after its last run began, or now if that is longer ago. */
  soon(): void
}

/**
 * Milliseconds between the beginnings of two runs without a kick, and before a failed run is repeated; the latter is
 * doubled each time.
 */
const pause = 1_000

/**
 * Runs a job now, at each interval, when its work is due and when it is signalled, never twice at the same time. A failure is
 * logged, and the job runs again soon. Disposal waits for the current run.
 */
export function startBackgroundJob({ name, everyMs, work, next }: BackgroundJob, log: Logger): RunningBackgroundJob {
  const stopping = new AbortController()
  const { signal } = stopping
  let running: Promise<void> | undefined
  let again = false
  let isReported = false
  let timer: NodeJS.Timeout | undefined
  let wakesAt = 0
  let began = 0
  let failures = 0

  const attempt = async () => {
    do {
      again = false
      isReported = false
      began = performance.now()
      try {
        await (async () => work(signal))() // also catches work that throws synchronously, after `running` was set
        failures = 0
      } catch (err) {
        failures += 1
        if (!signal.aborted) log.warn({ err, job: name }, 'background job failed, retrying at its next run')
      }
    } while (again && !signal.aborted)
    running = undefined
    if (!signal.aborted) wakeIn(Math.max(0, began + pauseMs() - performance.now()))
  }
  /** Milliseconds from the beginning of the run. */
  const pauseMs = () => {
    if (failures > 0) return Math.min(everyMs, pause * 2 ** Math.min(failures - 1, 10))
    if (isReported) return Math.min(everyMs, pause)
    const due = next?.()
    return due === undefined ? everyMs : Math.min(everyMs, Math.max(pause, performance.now() - began + due))
  }
  const begin = () => {
    clearTimeout(timer)
    running ??= attempt()
  }
  const wakeIn = (ms: number) => {
    clearTimeout(timer)
    wakesAt = performance.now() + ms
    timer = setTimeout(begin, ms).unref()
  }
  begin()
  return {
    kick() {
      if (signal.aborted) return
      if (running !== undefined) again = true
      else begin()
    },
    soon() {
      isReported = true
      if (signal.aborted || running !== undefined || failures > 0) return
      const ms = Math.max(0, began + pause - performance.now())
      if (performance.now() + ms < wakesAt) wakeIn(ms)
    },
    async [Symbol.asyncDispose]() {
      clearTimeout(timer)
      stopping.abort()
      await running
    },
  }
}
