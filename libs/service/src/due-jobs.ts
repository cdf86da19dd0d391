import type { Database } from '@kingcar/db'
import { type Logger, type RunningBackgroundJob, startBackgroundJob } from '@kingcar/runtime'

/*
 * Jobs that rarely have work. One query returns when each of them has work next. It runs after a commit of this
 * process, at the time that it returned last, and every ten seconds, because a process that died may have left rows,
 * and clocks may be changed. So an idle process runs it once in ten seconds, and a busy one once a second, however many
 * jobs it has.
 */

/** Milliseconds between two queries without a commit. */
const lookEvery = 10_000
/** Milliseconds between two runs of a job without a reason, in case the query overlooks its work. */
const runEvery = 60_000

type DueJobs<Name extends string> = {
  /** By the job's name in the log: milliseconds until it has work, at most 0 for now; null if it has none. One short query. */
  look: () => Promise<Record<Name, number | null>>
  jobs: Record<Name, (signal: AbortSignal) => Promise<unknown>>
}

type RunningDueJobs<Name extends string> = {
  /** Runs a job now. */
  kick: Record<Name, () => void>
  /**
   * Runs the query within a second. Call it after the clock was moved, or for work that no commit of this process
   * announces.
   */
  lookSoon(): void
}

/**
 * Starts jobs that run when they have work; they stop when `working` is disposed.
 * @param name of the query in the log
 */
export function startDueJobs<Name extends string>(
  name: string,
  { look, jobs }: DueJobs<Name>,
  db: Pick<Database, 'onCommit'>,
  working: AsyncDisposableStack,
  log: Logger,
): RunningDueJobs<Name> {
  const running = Object.entries<DueJobs<Name>['jobs'][Name]>(jobs).map(([job, work]): [Name, RunningBackgroundJob] => [
    job as Name,
    working.use(startBackgroundJob({ name: job, everyMs: runEvery, work }, log)),
  ])
  let next: number | undefined
  const work = async () => {
    const due = await look().catch((err: unknown) => {
      for (const [, { kick }] of running) kick() // each job finds its own work
      throw err
    })
    const later: number[] = []
    for (const [job, { kick }] of running) {
      const ms = due[job]
      if (ms === null) continue
      if (ms <= 0) kick()
      else later.push(ms)
    }
    next = later.length === 0 ? undefined : Math.min(...later)
  }
  const looking = working.use(startBackgroundJob({ name, everyMs: lookEvery, work, next: () => next }, log))
  db.onCommit(looking.soon)
  return {
    kick: Object.fromEntries(running.map(([job, { kick }]) => [job, kick])) as Record<Name, () => void>,
    lookSoon: looking.soon,
  }
}
