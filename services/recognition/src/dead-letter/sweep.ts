import { createBatchLimit } from '@kingcar/db'
import { and, count, desc, inArray, lt, type SQL, sql } from 'drizzle-orm'
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

/** The newest letters, of which most are those of the device that fills the table. */
const sampled = 1_000
/** Null if the subject names no device. The payload cannot contain it: its quotation marks are escaped. */
const deviceId = sql<string | null>`substring(${deadLetters.letter}::text from '"deviceId":"([0-9a-f-]{36})"')`

/**
 * Deletes expired letters, and unsettled ones above the limit: a faulty device can send invalid messages for days. They are the
 * oldest of the device with the most of the newest letters, and then the oldest of all.
 */
export async function sweepDeadLetters({ db, log }: Pick<Ctx, 'db' | 'log'>, most = maxUnsettled): Promise<void> {
  await remove(db, expired)
  const excess = (await db.read.$count(deadLetters, unsettled)) - most
  if (excess <= 0) return
  const dropped = await remove(db, and(unsettled, await findFullest(db)), excess)
  const others = dropped < excess ? await remove(db, unsettled, excess - dropped) : 0
  log.warn({ dropped: dropped + others }, 'too many dead letters, oldest dropped')
}

async function findFullest({ read }: Ctx['db']): Promise<SQL | undefined> {
  const newest = read
    .select({ deviceId: deviceId.as('device_id') })
    .from(deadLetters)
    .where(unsettled)
    .orderBy(desc(deadLetters.receivedAt))
    .limit(sampled)
    .as('newest')
  const [fullest] = await read
    .select({ deviceId: newest.deviceId })
    .from(newest)
    .groupBy(newest.deviceId)
    .orderBy(desc(count()))
    .limit(1)
  return fullest && sql`${deviceId} is not distinct from ${fullest.deviceId}`
}

/** Deletes letters that match, the oldest first; returns how many there were. */
async function remove(db: Ctx['db'], filter: SQL | undefined, most = Number.POSITIVE_INFINITY): Promise<number> {
  let removed = 0
  const removeSome = async (size: number) => {
    const next = Math.min(size, most - removed)
    const rows = await db.transaction((tx) => {
      const oldest = tx.select({ id: deadLetters.id }).from(deadLetters).where(filter).orderBy(deadLetters.receivedAt)
      return tx
        .delete(deadLetters)
        .where(inArray(deadLetters.id, oldest.limit(next)))
        .returning({ id: deadLetters.id })
    })
    removed += rows.length
    return rows.length === size && removed < most
  }
  const limit = createBatchLimit(batchSize)
  while (await limit(removeSome));
  return removed
}
