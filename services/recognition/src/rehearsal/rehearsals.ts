import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Database } from '@kingcar/db'
import type { Logger } from '@kingcar/runtime'
import type { RehearsalJob } from './compute.ts'
import type { RehearsalOrder, RehearsalReport } from './process-messages.ts'
import { type Ending, endRehearsal, extendLease, type Progress } from './queries.ts'

/** Milliseconds between two reports of progress, which also extend the lease and notice a cancellation. */
const reportEvery = 1_000
/** Milliseconds that a whole rehearsal may take. */
const longest = 5 * 60_000
/** MiB of the heap; with Node itself and buffers the process stays below 200 MiB. */
const [oldSpace, semiSpace] = [112, 4]

/** The rehearsals that this process runs. */
export type Rehearsals = AsyncDisposable & {
  /** Computes a stored rehearsal in a process of its own. */
  start(job: RehearsalJob): void
  /** Stops a cancelled rehearsal, if it runs here. */
  stop(id: string): void
}

/**
 * Runs rehearsals. The stored row decides: a rehearsal whose row is not `running` anymore is killed at the next report, so
 * that any process can cancel it. Disposal ends those that run here as `interrupted`.
 * @param program the bundle that computes one
 */
export function openRehearsals(
  db: Pick<Database, 'transaction'>,
  databaseUrl: string,
  log: Logger,
  program: string = fileURLToPath(new URL('./recognition-rehearsal.mjs', import.meta.url)),
): Rehearsals {
  const running = new Map<string, { stop: (ending: Ending) => void; ended: Promise<void> }>()

  async function run(job: RehearsalJob, stopped: Promise<Ending>): Promise<void> {
    const child = fork(program, [], {
      execArgv: [`--max-old-space-size=${oldSpace}`, `--max-semi-space-size=${semiSpace}`],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    let progress: Progress = { reads: 0, readsTotal: null }
    const reported = new Promise<Ending>((resolve) => {
      child.on('message', (report: RehearsalReport) => {
        if (report.kind === 'failed') resolve({ state: 'failed', failure: report.failure })
        else progress = report.progress
        if (report.kind === 'done') resolve({ state: 'done', result: report.result })
      })
      child.once('error', (err) => {
        log.error({ err, rehearsalId: job.id }, 'rehearsal process failed')
        resolve({ state: 'failed', failure: 'internal' })
      })
      child.once('exit', (code, signal) => {
        if (code !== 0) log.warn({ code, signal, rehearsalId: job.id }, 'rehearsal process ended')
        resolve({ state: 'failed', failure: 'internal' })
      })
    })
    child.send({ databaseUrl, job } satisfies RehearsalOrder, () => undefined) // if it cannot be sent, the process exits, which is reported
    const timeout = Promise.withResolvers<Ending>()
    const deadline = setTimeout(() => timeout.resolve({ state: 'failed', failure: 'tooLong' }), longest)
    const cancelled = Promise.withResolvers<Ending>()
    const report = async () => {
      const isToRun = await db.transaction((tx) => extendLease(tx, job.id, progress))
      if (!isToRun) cancelled.resolve({ state: 'cancelled' })
    }
    let last = Promise.resolve()
    const reports = setInterval(() => {
      last = last.then(report).catch((err) => log.warn({ err, rehearsalId: job.id }, 'rehearsal progress not stored'))
    }, reportEvery)
    try {
      const ending = await Promise.race([reported, timeout.promise, cancelled.promise, stopped])
      clearInterval(reports)
      await last
      await db.transaction(async (tx) => {
        await extendLease(tx, job.id, progress)
        await endRehearsal(tx, job.id, ending)
      })
    } finally {
      clearInterval(reports)
      clearTimeout(deadline)
      child.kill('SIGKILL')
    }
  }

  return {
    start(job) {
      const stopped = Promise.withResolvers<Ending>()
      const ended = run(job, stopped.promise)
        .catch((err) => log.error({ err, rehearsalId: job.id }, 'rehearsal outcome not stored')) // the rehearsal fails when its lease ends
        .finally(() => running.delete(job.id))
      running.set(job.id, { stop: stopped.resolve, ended })
    },
    stop: (id) => running.get(id)?.stop({ state: 'cancelled' }),
    async [Symbol.asyncDispose]() {
      for (const { stop } of running.values()) stop({ state: 'failed', failure: 'interrupted' })
      await Promise.all([...running.values()].map(({ ended }) => ended))
    },
  }
}
