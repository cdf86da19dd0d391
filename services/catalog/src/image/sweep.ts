import type { ObjectStore } from '@kingcar/bus'
import { createBatchLimit, type Database } from '@kingcar/db'
import type { Logger } from '@kingcar/runtime'
import { and, asc, eq, exists, gt, inArray, not, type SQL, sql } from 'drizzle-orm'
import { carImages, formerMembers, images, imageUses } from '../tables.ts'
import { imageIdOf } from './object-names.ts'
import { deleteObjects, emitImagesRemoved } from './queries.ts'

/** Milliseconds. Younger objects may belong to an upload in progress, which takes seconds. */
const grace = 60 * 60_000
/**
 * Maximum age of a late car event or of an upload by a former member: longer than the stream keeps events and tokens
 * live.
 */
const lateEventAge = sql`interval '8 days'`
const batch = 500

type Stores = { db: Database; objects: ObjectStore; log: Logger; now: () => Date }

/**
 * Deletes expired device images, unreferenced images of people, objects without a row and rows without objects. Several
 * processes may run it at the same time: every deletion is idempotent.
 */
export async function sweepImages(stores: Stores, signal: AbortSignal): Promise<void> {
  await removeExpired(stores, signal)
  await removeUnused(stores, signal)
  await removeLateEventMarkers(stores)
  const before = stores.now().getTime() - grace
  const { owned, lost } = await findOrphanObjects(stores, before, signal)
  for (const name of lost) {
    signal.throwIfAborted()
    await stores.objects.delete(name)
  }
  await removeRowsWithoutObjects(stores, owned, new Date(before), signal)
}

/** Device images are kept as long as reads. */
const removeExpired = (stores: Stores, signal: AbortSignal): Promise<void> =>
  removeWhere(
    stores,
    sql`${images.ownerKind} = 'device'
      and ${images.createdAt} < ${stores.now().toISOString()}::timestamptz - interval '13 months'`,
    signal,
  )

/**
 * Skips images that a concurrent transaction locks to reference them; PostgreSQL checks the condition again after
 * locking.
 */
const removeUnused = (stores: Stores, signal: AbortSignal): Promise<void> =>
  removeWhere(
    stores,
    sql`${images.ownerKind} <> 'device'
      and ${images.unusedSince} < ${stores.now().toISOString()}::timestamptz - interval '24 hours'`,
    signal,
  )

/** Deletes rows before objects, so that no reader gets an image whose objects are already deleted. */
async function removeWhere({ db, objects }: Stores, filter: SQL, signal: AbortSignal): Promise<void> {
  const limit = createBatchLimit(batch)
  const deleteSome = (size: number) =>
    db.transaction(async (tx) => {
      const batchIds = tx
        .select({ id: images.id })
        .from(images)
        .where(filter)
        .limit(size)
        .for('update', { skipLocked: true })
      const rows = await tx.delete(images).where(inArray(images.id, batchIds)).returning()
      await emitImagesRemoved(tx, rows)
      return { rows, isLast: rows.length < size }
    })
  for (let isLast = false; !isLast; ) {
    const deleted = await limit(deleteSome)
    for (const row of deleted.rows) {
      signal.throwIfAborted()
      await deleteObjects(objects, row)
    }
    isLast = deleted.isLast
  }
}

/** Deletes rows that only serve to recognise late events. */
const removeLateEventMarkers = ({ db }: Stores): Promise<void> =>
  db.transaction(async (tx) => {
    const hasImage = exists(
      tx
        .select()
        .from(imageUses)
        .where(and(eq(imageUses.entity, 'car'), eq(imageUses.entityId, carImages.carId))),
    )
    await tx.delete(carImages).where(and(sql`${carImages.changedAt} < now() - ${lateEventAge}`, not(hasImage)))
    await tx.delete(formerMembers).where(sql`${formerMembers.leftAt} < now() - ${lateEventAge}`)
  })

/**
 * Returns the image ids that have objects (`owned`), and the names of objects without a row (`lost`), unprocessed
 * uploads included.
 */
async function findOrphanObjects({ db, objects }: Stores, before: number, signal: AbortSignal) {
  const owned = new Set<string>()
  const lost: string[] = []
  let unchecked: { name: string; id: string }[] = []
  const check = async () => {
    const ids = [...new Set(unchecked.map(({ id }) => id))]
    const rows =
      ids.length > 0 ? await db.read.select({ id: images.id }).from(images).where(inArray(images.id, ids)) : []
    const known = new Set(rows.map(({ id }) => id))
    for (const { name, id } of unchecked) if (!known.has(id)) lost.push(name)
    unchecked = []
  }
  for await (const { name, storedAt } of objects.list()) {
    signal.throwIfAborted()
    const id = imageIdOf(name)
    if (id) owned.add(id)
    if (storedAt >= before) continue
    if (id) unchecked.push({ name, id })
    else lost.push(name)
    if (unchecked.length >= batch) await check()
  }
  await check()
  return { owned, lost }
}

/** Deletes rows whose objects are missing, as after the loss of the object store's disk. */
async function removeRowsWithoutObjects(
  { db, log }: Stores,
  owned: ReadonlySet<string>,
  before: Date,
  signal: AbortSignal,
): Promise<void> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    signal.throwIfAborted()
    const rows = await db.read
      .select({ id: images.id, createdAt: images.createdAt })
      .from(images)
      .where(gt(images.id, after))
      .orderBy(asc(images.id))
      .limit(batch)
    const last = rows.at(-1)
    if (!last) return
    after = last.id
    const bare = rows.filter(({ id, createdAt }) => createdAt < before && !owned.has(id)).map(({ id }) => id)
    if (bare.length === 0) continue
    log.warn({ count: bare.length }, 'image objects missing, rows deleted')
    await db.transaction(async (tx) =>
      emitImagesRemoved(tx, await tx.delete(images).where(inArray(images.id, bare)).returning()),
    )
  }
}
