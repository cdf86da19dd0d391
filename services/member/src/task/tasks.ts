import { setTimeout as wait } from 'node:timers/promises'
import type { Database, Reader, Tx } from '@kingcar/db'
import { type Logger, startBackgroundJob } from '@kingcar/runtime'
import { eq, sql } from 'drizzle-orm'
import { tasks } from '../tables.ts'
import { Hopeless, type Task, type Workers, waitAfter } from './task.ts'

/*
 * Work that leaves the process: an SMS, a call to a provider. It is written in the transaction that wants it, and done
 * after the commit by whichever process takes it first. Who takes it puts it off for as long as a try may last: where he
 * dies over it, it comes again. What fails comes again later, until it is of no use any more. So it is done at least
 * once, and seldom twice.
 */

/** Milliseconds between two looks for what is due; the process that wrote it looks at once. */
const lookEvery = 1_000
/** Seconds that a try may last, after which somebody else takes it. */
const lease = 30
/** Taken at a look, and under way at once in one process: a provider that hangs holds up no more. */
const mostTaken = 16
const mostRunning = 64
/** Milliseconds that a stop waits for what is under way; the rest comes again after its lease. */
const stopPatience = 3_000

/** Writes work into the caller's transaction. @param useful seconds after which it is of no use any more */
export async function enqueue(tx: Tx, task: Task, useful: number): Promise<void> {
  await tx.insert(tasks).values({ task, giveUpAt: sql`now() + make_interval(secs => ${useful}::int)` })
}

export type Tasks = AsyncDisposable & {
  /** Looks for work now: called after the commit of what enqueued it. */
  kick(): void
}

/** Work of a kind that was written and whose first try is not over. */
export const untried = (read: Reader, kind: Task['kind']): Promise<number> =>
  read.$count(tasks, sql`${tasks.task} ->> 'kind' = ${kind} and ${tasks.attempts} <= 1 and ${tasks.giveUpAt} > now()`)

type Taken = { id: string; task: Task; attempts: number; useless: boolean }

/** Does what is due, now and for as long as it is not disposed. */
export function openTasks(db: Database, workers: Workers, log: Logger): Tasks {
  const running = new Set<Promise<void>>()
  let stopped = false

  async function look(): Promise<void> {
    for (let taken = mostTaken; taken === mostTaken && !stopped && running.size < mostRunning; ) {
      taken = begin(await take(db))
    }
  }

  function begin(taken: Taken[]): number {
    for (const each of taken) {
      const done = work(each).catch((err: unknown) => log.warn({ err, task: each.task.kind }, 'task not settled'))
      running.add(done)
      void done.finally(() => running.delete(done))
    }
    return taken.length
  }

  async function work({ id, task, attempts, useless }: Taken): Promise<void> {
    try {
      if (useless) throw new Hopeless('nobody waits for it any more')
      await (workers[task.kind] as (task: Task) => Promise<void>)(task)
    } catch (err) {
      const hopeless = err instanceof Hopeless
      log[hopeless ? 'error' : 'warn']({ err, task: task.kind, attempts }, hopeless ? 'task given up' : 'task failed')
      if (!hopeless) return await putOff(db, id, attempts)
    }
    await db.transaction(async (tx) => void (await tx.delete(tasks).where(eq(tasks.id, id))))
  }

  const repeated = startBackgroundJob({ name: 'tasks', everyMs: lookEvery, work: look }, log)
  return {
    kick: () => void look().catch((err: unknown) => log.warn({ err }, 'tasks not looked at; the next look is soon')),
    async [Symbol.asyncDispose]() {
      stopped = true
      await repeated[Symbol.asyncDispose]()
      await Promise.race([Promise.all(running), wait(stopPatience, undefined, { ref: false })])
    },
  }
}

const take = (db: Database): Promise<Taken[]> =>
  db.transaction(async (tx) => {
    const due = tx
      .select({ id: tasks.id })
      .from(tasks)
      .where(sql`${tasks.runAt} <= now()`)
      .orderBy(tasks.runAt)
      .limit(mostTaken)
      .for('update', { skipLocked: true })
    return tx
      .update(tasks)
      .set({ attempts: sql`${tasks.attempts} + 1`, runAt: sql`now() + make_interval(secs => ${lease}::int)` })
      .where(sql`${tasks.id} in ${due}`)
      .returning({
        id: tasks.id,
        task: tasks.task,
        attempts: tasks.attempts,
        useless: sql<boolean>`${tasks.giveUpAt} <= now()`,
      })
  })

const putOff = (db: Database, id: string, attempts: number): Promise<void> =>
  db.transaction(async (tx) => {
    const runAt = sql`now() + make_interval(secs => ${waitAfter(attempts)}::int)`
    await tx.update(tasks).set({ runAt }).where(eq(tasks.id, id))
  })
