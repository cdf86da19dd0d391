import type { ObjectStore } from '@kingcar/bus'
import type { Database } from '@kingcar/db'
import { fault, type Logger } from '@kingcar/runtime'
import { asc, eq } from 'drizzle-orm'
import type { Metrics } from '../metrics.ts'
import { images } from '../tables.ts'
import { deleteObjects } from './queries.ts'

/** Used share of the object store from which on device images are evicted, so that uploads of people still fit. */
const evictFrom = 0.8
/** Used share at which eviction stops. */
const evictUntil = 0.7

type Stores = { db: Database; objects: ObjectStore; metrics: Metrics; log: Logger }

/**
 * Returns the job that measures the object store and evicts the oldest device images if it is too full. Several
 * processes may run it at the same time: each evicts different images. Logs an error once if eviction cannot free
 * enough space.
 */
export function createDeviceImageEviction({
  db,
  objects,
  metrics,
  log,
}: Stores): (signal: AbortSignal) => Promise<void> {
  let alerted = false
  return async (signal) => {
    let share = await measure()
    if (share >= evictFrom) share = await evict(share, signal)
    if (share >= evictFrom === alerted) return
    alerted = !alerted
    if (alerted) log.error({ share }, 'image store nearly full, no device images left to evict')
    else log.info({ share }, 'image store below its limit again')
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
      if (count > 0) log.warn({ count, share }, 'evicted oldest device images')
    }
    return share
  }
}

/**
 * Evicts one image, so that a crash leaves at most one image's objects to the sweep. False if there is no device image.
 */
async function evictOldest({ db, objects }: Pick<Stores, 'db' | 'objects'>): Promise<boolean> {
  const [evicted] = await db.transaction((tx) => {
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
  if (evicted) await deleteObjects(objects, evicted)
  return evicted !== undefined
}
