import type { ObjectStore } from '@kingcar/bus'
import type { Database, Tx } from '@kingcar/db'
import { fault, type Logger } from '@kingcar/runtime'
import { and, asc, desc, eq, gt, isNotNull, type SQL, sql, sum } from 'drizzle-orm'
import type { Metrics } from '../metrics.ts'
import { type ImageRow, images } from '../tables.ts'
import { deleteObjects, emitImagesRemoved } from './queries.ts'

/** Used share of the object store from which on device images are evicted, so that uploads of people still fit. */
const evictFrom = 0.8
/** Used share at which eviction stops. */
const evictUntil = 0.7
/** Bytes of unused images that each member may keep in a store that is too full: two of the largest originals. */
const unusedShare = 20 * 1024 * 1024

type Stores = { db: Database; objects: ObjectStore; metrics: Metrics; log: Logger }

/**
 * Returns the job that measures the object store and evicts images if it is too full: first unused ones of the member who has
 * the most of them, beyond a share that each member keeps, then the oldest of devices. So no number of members can fill the
 * store with images that nothing uses. Several processes may run it at the same time: each evicts different images. Logs an
 * error once if eviction cannot free enough space.
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
      while (share >= evictUntil && !signal.aborted && (await evictNext({ db, objects }))) {
        count += 1
        share = await measure()
      }
      signal.throwIfAborted()
    } finally {
      if (count > 0) log.warn({ count, share }, 'evicted images')
    }
    return share
  }
}

/**
 * Evicts one image; after a crash the sweep has the objects of at most one image to delete. Returns false if no image may be evicted.
 */
async function evictNext({ db, objects }: Pick<Stores, 'db' | 'objects'>): Promise<boolean> {
  const evicted = await db.transaction(async (tx) => {
    const [row] = await deleteOldest(tx, unusedOfHeaviest(tx))
    if (row === undefined) return (await deleteOldest(tx, eq(images.ownerKind, 'device')))[0]
    await emitImagesRemoved(tx, [row])
    return row
  })
  await fault('catalog.makingRoom')
  if (evicted) await deleteObjects(objects, evicted)
  return evicted !== undefined
}

/** Skips rows that a concurrent transaction locks because it references them. */
function deleteOldest(tx: Tx, filter: SQL | undefined): Promise<ImageRow[]> {
  const oldest = tx
    .select({ id: images.id })
    .from(images)
    .where(filter)
    .orderBy(asc(images.createdAt))
    .limit(1)
    .for('update', { skipLocked: true })
  return tx.delete(images).where(eq(images.id, oldest)).returning()
}

/** Unused images of the member whose unused images are the largest, if they are more than each member's share. */
function unusedOfHeaviest(tx: Tx): SQL | undefined {
  const unused = and(eq(images.ownerKind, 'member'), isNotNull(images.unusedSince))
  const heaviest = tx
    .select({ ownerId: images.ownerId })
    .from(images)
    .where(unused)
    .groupBy(images.ownerId)
    .having(gt(sum(images.bytes), sql`${unusedShare}`))
    .orderBy(desc(sum(images.bytes)))
    .limit(1)
  return and(unused, eq(images.ownerId, heaviest))
}
