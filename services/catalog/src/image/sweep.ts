import type { ObjectStore } from '@kingcar/bus'
import type { Database } from '@kingcar/db'
import type { Logger } from '@kingcar/runtime'
import { and, asc, eq, exists, gt, inArray, not, type SQL, sql } from 'drizzle-orm'
import { carImages, formerMembers, images, imageUses } from '../tables.ts'
import { imageIdOf } from './object-names.ts'
import { deleteObjects, emitImagesRemoved } from './queries.ts'

/** What is younger may be on its way: an upload takes seconds. Milliseconds. */
const grace = 60 * 60_000
/** How long news of a car, or an upload of who has left, may be on their way: longer than the stream keeps an event, and than a token lives. */
const lateEventAge = sql`interval '8 days'`
const batch = 500

type Stores = { db: Database; objects: ObjectStore; log: Logger; now: () => Date }

/**
 * Keeps rows and objects together: old pictures of devices go, pictures of people that nothing shows, and what lost its
 * other half. Several processes may be at it: what is gone is gone.
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

/** A picture of a device is kept as long as its read. */
const removeExpired = (stores: Stores, signal: AbortSignal): Promise<void> =>
  removeWhere(
    stores,
    sql`${images.ownerKind} = 'device'
      and ${images.createdAt} < ${stores.now().toISOString()}::timestamptz - interval '13 months'`,
    signal,
  )

/** One that something begins to show is locked by it, and passed over; what is chosen here is looked at again when it is locked. */
const removeUnused = (stores: Stores, signal: AbortSignal): Promise<void> =>
  removeWhere(
    stores,
    sql`${images.ownerKind} <> 'device'
      and ${images.unusedSince} < ${stores.now().toISOString()}::timestamptz - interval '24 hours'`,
    signal,
  )

/** The row goes first: nobody asks for what is going. */
async function removeWhere({ db, objects }: Stores, isDone: SQL, signal: AbortSignal): Promise<void> {
  for (;;) {
    const gone = await db.transaction(async (tx) => {
      const done = tx
        .select({ id: images.id })
        .from(images)
        .where(isDone)
        .limit(batch)
        .for('update', { skipLocked: true })
      const rows = await tx.delete(images).where(inArray(images.id, done)).returning()
      await emitImagesRemoved(tx, rows)
      return rows
    })
    for (const row of gone) {
      signal.throwIfAborted()
      await deleteObjects(objects, row)
    }
    if (gone.length < batch) return
  }
}

/** What is kept to judge late news by. */
const removeLateEventMarkers = ({ db }: Stores): Promise<void> =>
  db.transaction(async (tx) => {
    const isShowing = exists(
      tx
        .select()
        .from(imageUses)
        .where(and(eq(imageUses.entity, 'car'), eq(imageUses.entityId, carImages.carId))),
    )
    await tx.delete(carImages).where(and(sql`${carImages.changedAt} < now() - ${lateEventAge}`, not(isShowing)))
    await tx.delete(formerMembers).where(sql`${formerMembers.leftAt} < now() - ${lateEventAge}`)
  })

/** The ids of pictures that have objects, and the names of objects that belong to no row or were never taken in. */
async function findOrphanObjects({ db, objects }: Stores, before: number, signal: AbortSignal) {
  const owned = new Set<string>()
  const lost: string[] = []
  let waiting: { name: string; id: string }[] = []
  const judge = async () => {
    const ids = [...new Set(waiting.map(({ id }) => id))]
    const rows =
      ids.length > 0 ? await db.read.select({ id: images.id }).from(images).where(inArray(images.id, ids)) : []
    const known = new Set(rows.map(({ id }) => id))
    for (const { name, id } of waiting) if (!known.has(id)) lost.push(name)
    waiting = []
  }
  for await (const { name, storedAt } of objects.list()) {
    signal.throwIfAborted()
    const id = imageIdOf(name)
    if (id) owned.add(id)
    if (storedAt >= before) continue
    if (id) waiting.push({ name, id })
    else lost.push(name)
    if (waiting.length >= batch) await judge()
  }
  await judge()
  return { owned, lost }
}

/** A row that names nothing, as after the loss of the object store's disk. */
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
    log.warn({ count: bare.length }, 'pictures were lost')
    await db.transaction(async (tx) =>
      emitImagesRemoved(tx, await tx.delete(images).where(inArray(images.id, bare)).returning()),
    )
  }
}
