import type { ObjectStore } from '@kingcar/bus'
import type { Database } from '@kingcar/db'
import { fault, type Logger } from '@kingcar/runtime'
import { asc, eq } from 'drizzle-orm'
import type { Metrics } from '../metrics.ts'
import { images } from '../tables.ts'
import { deleteObjects } from './queries.ts'

/** Share of what the object store may hold from which on pictures of devices go, so that people's uploads have room. */
const evictFrom = 0.8
/** Share below which none go any more. */
const evictUntil = 0.7

type Stores = { db: Database; objects: ObjectStore; metrics: Metrics; log: Logger }

/**
 * Makes the function that looks how full the object store is and removes the oldest pictures of devices where that is too
 * much. Several processes may be at it: each takes another picture. Operators are told where that does not help.
 */
export function createDeviceImageEviction({
  db,
  objects,
  metrics,
  log,
}: Stores): (signal: AbortSignal) => Promise<void> {
  let alarmed = false
  return async (signal) => {
    let share = await measure()
    if (share >= evictFrom) share = await evict(share, signal)
    if (share >= evictFrom === alarmed) return
    alarmed = !alarmed
    if (alarmed) log.error({ share }, 'the object store fills up with what is no picture of a device')
    else log.info({ share }, 'the object store has room again')
  }

  async function measure(): Promise<number> {
    const share = await objects.fillLevel()
    metrics.imagesFillRatio.set(share)
    return share
  }

  async function evict(before: number, signal: AbortSignal): Promise<number> {
    let [share, count] = [before, 0]
    try {
      while (share >= evictUntil && !signal.aborted && (await evictOldest({ db, objects }))) {
        count += 1
        share = await measure()
      }
      signal.throwIfAborted()
    } finally {
      if (count > 0) log.warn({ count, share }, 'the oldest pictures of devices made room')
    }
    return share
  }
}

/** One at a time, so that no more go than must, and whoever dies leaves one for the sweep. False where there is none. */
async function evictOldest({ db, objects }: Pick<Stores, 'db' | 'objects'>): Promise<boolean> {
  const [gone] = await db.transaction((tx) => {
    const oldest = tx
      .select({ id: images.id })
      .from(images)
      .where(eq(images.ownerKind, 'device'))
      .orderBy(asc(images.createdAt))
      .limit(1)
      .for('update', { skipLocked: true })
    return tx.delete(images).where(eq(images.id, oldest)).returning()
  })
  await fault('catalog.makingRoom')
  if (gone) await deleteObjects(objects, gone)
  return gone !== undefined
}
