import { type Database, type Reader, sendInOrder, type Tx } from '@kingcar/db'
import { eq, sql } from 'drizzle-orm'
import { makePgArray } from 'drizzle-orm/pg-core'
import { tasks } from '../tables.ts'
import { retryDelay, type Task } from './task.ts'

/** A task that this process holds a lease on. `expired`: nothing needs its result any more. */
export type ClaimedTask = { id: string; task: Task; attempts: number; expired: boolean }

/**
 * Writes a task into the caller's transaction, without waiting.
 * @param lifetime seconds after which nothing needs its result any more
 * @param delay seconds until it is due
 */
export async function enqueue(tx: Tx, task: Task, lifetime: number, delay = 0): Promise<void> {
  const giveUpAt = sql`now() + make_interval(secs => ${lifetime}::int)`
  const runAt = sql`now() + make_interval(secs => ${delay}::int)`
  sendInOrder(tx, tx.insert(tasks).values({ task, giveUpAt, runAt }))
}

/** Counts the tasks of these kinds whose first attempt has not ended yet. */
export const countUnattempted = (read: Reader, kinds: Task['kind'][]): Promise<number> =>
  read.$count(
    tasks,
    sql`${tasks.task} ->> 'kind' = any(${makePgArray(kinds)}::text[]) and ${tasks.attempts} <= 1 and ${tasks.giveUpAt} > now()`,
  )

/** Milliseconds until the next task is due, at most 0 for now; undefined without tasks. */
export async function findNextTask(read: Pick<Reader, 'execute'>): Promise<number | undefined> {
  const [row] = await read.execute<{ ms: number | null }>(
    sql`select (extract(epoch from min(run_at) - now()) * 1000)::float8 as ms from ${tasks}`,
  )
  return row?.ms ?? undefined
}

/**
 * Claims due tasks by a lease: until it ends, no other process claims them.
 * @param lease seconds
 */
export const claimTasks = (db: Pick<Database, 'transaction'>, most: number, lease: number): Promise<ClaimedTask[]> =>
  db.transaction(async (tx) => {
    const due = tx
      .select({ id: tasks.id })
      .from(tasks)
      .where(sql`${tasks.runAt} <= now()`)
      .orderBy(tasks.runAt)
      .limit(most)
      .for('update', { skipLocked: true })
    return tx
      .update(tasks)
      .set({ attempts: sql`${tasks.attempts} + 1`, runAt: sql`now() + make_interval(secs => ${lease}::int)` })
      .where(sql`${tasks.id} in ${due}`)
      .returning({
        id: tasks.id,
        task: tasks.task,
        attempts: tasks.attempts,
        expired: sql<boolean>`${tasks.giveUpAt} <= now()`,
      })
  })

export const postponeTask = (db: Pick<Database, 'transaction'>, id: string, attempts: number): Promise<void> =>
  db.transaction(async (tx) => {
    const runAt = sql`now() + make_interval(secs => ${retryDelay(attempts)}::int)`
    await tx.update(tasks).set({ runAt }).where(eq(tasks.id, id))
  })

export const deleteTask = (db: Pick<Database, 'transaction'>, id: string): Promise<void> =>
  db.transaction(async (tx) => void (await tx.delete(tasks).where(eq(tasks.id, id))))
