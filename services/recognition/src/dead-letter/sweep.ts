import { createBatchLimit, type Tx } from '@kingcar/db'
import { and, count, desc, eq, inArray, isNull, lt, type SQL, sql, sum } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { deadLetters } from '../tables.ts'
import { unsettled } from './queries.ts'

/** A day longer than the stream keeps a letter, so that no letter is delivered after its row is deleted. */
const expired = lt(deadLetters.buriedAt, sql`now() - interval '91 days'`)
/**
 * The limit of unsettled letters. The stream holds 1 GiB, about as much as this number of letters with the largest
 * message of a device.
 */
const maxUnsettled = 100_000
/** Largest number of rows in one statement. */
const batchSize = 5_000

const lock = sql`select pg_try_advisory_xact_lock(hashtextextended(current_schema() || '.dead-letters', 0)) as taken`

/**
 * Deletes expired letters, and unsettled ones above the limit: a faulty device can send invalid messages for days. They are the
 * oldest of the device with the most letters.
 */
export async function sweepDeadLetters({ db, log }: Pick<Ctx, 'db' | 'log'>, most = maxUnsettled): Promise<void> {
  await inBatches((size) => db.transaction((tx) => remove(tx, expired, size)))
  const dropped = await inBatches((size) => db.transaction((tx) => dropExcess(tx, most, size)))
  if (dropped > 0) log.warn({ dropped }, 'too many dead letters, oldest dropped')
}

/** Repeats work until it deletes nothing; returns how many letters it deleted. */
async function inBatches(work: (size: number) => Promise<number>): Promise<number> {
  const limit = createBatchLimit(batchSize)
  for (let removed = 0; ; ) {
    const some = await limit(work)
    if (some === 0) return removed
    removed += some
  }
}

/** Deletes some of the letters above the limit, unless another process does: together they would delete too many. */
async function dropExcess(tx: Tx, most: number, size: number): Promise<number> {
  const [row] = await tx.execute<{ taken: boolean }>(lock)
  if (!row?.taken) return 0
  const { deviceId } = deadLetters
  const all = sql<number>`${sum(count())} over ()`.mapWith(Number)
  const [fullest] = await tx
    .select({ deviceId, all })
    .from(deadLetters)
    .where(unsettled)
    .groupBy(deviceId)
    .orderBy(desc(count()))
    .limit(1)
  if (!fullest || fullest.all <= most) return 0
  const ofFullest = fullest.deviceId === null ? isNull(deviceId) : eq(deviceId, fullest.deviceId)
  return remove(tx, and(unsettled, ofFullest), Math.min(size, fullest.all - most))
}

/** Deletes letters that match, the oldest first; returns how many there were. */
async function remove(tx: Tx, filter: SQL | undefined, size: number): Promise<number> {
  const oldest = tx.select({ id: deadLetters.id }).from(deadLetters).where(filter).orderBy(deadLetters.receivedAt)
  const rows = await tx
    .delete(deadLetters)
    .where(inArray(deadLetters.id, oldest.limit(size)))
    .returning({ id: deadLetters.id })
  return rows.length
}
