import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '@kingcar/db'
import { type Logger, startBackgroundJob } from '@kingcar/runtime'
import { type ClaimedTask, claimTasks, deleteTask, findNextTask, postponeTask } from './queries.ts'
import { NonRetryableError, type Task, type TaskWorkers } from './task.ts'

/*
 * A job queue for calls to other systems: an SMS, a call to a provider. A transaction enqueues a task; after its commit
 * the first process that claims the task runs it, under a lease. If that process dies, the task becomes due again when
 * the lease ends. A task that fails is retried until it expires. So a task runs at least once, and rarely twice.
 */

/**
 * Milliseconds between two polls for tasks of processes that died; a commit, or the time of the next task, causes an
 * earlier poll.
 */
const pollEvery = 10_000
/** Seconds that an attempt may take before another process claims the task. */
const lease = 30
/** Tasks claimed by one poll, and running in one process: a provider that hangs blocks no more than these. */
const mostClaimed = 16
const mostRunning = 64
/** Milliseconds that a stop waits for running tasks; the others become due again after their lease. */
const stopTimeout = 3_000

export type TaskRunner = AsyncDisposable & {
  /** Polls now. Call it after the commit of a transaction that enqueued a task. */
  kick(): void
}

/** Runs due tasks until it is disposed. */
export function startTaskRunner(
  db: Pick<Database, 'onCommit' | 'read' | 'transaction'>,
  workers: TaskWorkers,
  log: Logger,
): TaskRunner {
  const running = new Set<Promise<void>>()
  let stopped = false

  let next: number | undefined

  async function poll(): Promise<void> {
    next = await findNextTask(db.read)
    if (next === undefined || next > 0) return
    for (let claimed = mostClaimed; claimed === mostClaimed && !stopped && running.size < mostRunning; ) {
      claimed = begin(await claimTasks(db, mostClaimed, lease))
    }
  }

  function begin(claimed: ClaimedTask[]): number {
    for (const each of claimed) {
      const done = run(each).catch((err: unknown) => log.warn({ err, task: each.task.kind }, 'task outcome not stored'))
      running.add(done)
      void done.finally(() => running.delete(done))
    }
    return claimed.length
  }

  async function run({ id, task, attempts, expired }: ClaimedTask): Promise<void> {
    try {
      if (expired) throw new NonRetryableError('the task has expired')
      await (workers[task.kind] as (task: Task) => Promise<void>)(task)
    } catch (err) {
      const final = err instanceof NonRetryableError
      log[final ? 'error' : 'warn'](
        { err, task: task.kind, attempts },
        final ? 'task given up' : 'task failed, retrying',
      )
      if (!final) return await postponeTask(db, id, attempts)
    }
    await deleteTask(db, id)
  }

  const polling = startBackgroundJob({ name: 'task-poll', everyMs: pollEvery, work: poll, next: () => next }, log)
  db.onCommit(polling.soon)
  return {
    kick: polling.kick,
    async [Symbol.asyncDispose]() {
      stopped = true
      await polling[Symbol.asyncDispose]()
      await Promise.race([Promise.all(running), wait(stopTimeout, undefined, { ref: false })])
    },
  }
}
