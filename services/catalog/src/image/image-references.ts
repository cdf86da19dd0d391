import { sendInOrder, type Tx } from '@kingcar/db'
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { images, imageUses } from '../tables.ts'
import { notFound } from '../validation/not-found.ts'

type Entity = (typeof imageUses.$inferSelect)['entity']

/** An entity that can reference images. */
export type ReferencingEntity = { entity: Entity; entityId: string }
/** The new references of one entity; `pathOf` gives the input path of each image id. */
export type EntityReferences = { entityId: string; imageIds: readonly string[]; pathOf?: PathOf | undefined }
type PathOf = (at: number) => string
type Reference = { entityId: string; imageId: string; path: string | undefined }

/**
 * Replaces the images that an entity references; an empty list for a deleted entity. Referenced images are locked
 * against deletion until the transaction ends. Images that lose their last reference get `unused_since`, after which
 * the sweep deletes them.
 * @param pathOf input path of each image id
 * @throws AppError IMAGE_NOT_FOUND with the paths of images that do not exist or belong to a device
 */
export const setImageReferences = (
  tx: Tx,
  { entity, entityId }: ReferencingEntity,
  imageIds: readonly string[],
  pathOf?: PathOf,
): Promise<void> => setImageReferencesOfEach(tx, entity, [{ entityId, imageIds, pathOf }])

/** `setImageReferences` for several entities of one kind. */
export async function setImageReferencesOfEach(
  tx: Tx,
  entity: Entity,
  each: readonly EntityReferences[],
): Promise<void> {
  const references = each.flatMap(({ entityId, imageIds, pathOf }) =>
    imageIds.map((id, at): Reference => ({ entityId, imageId: id, path: pathOf?.(at) })),
  )
  const entityIds = each.map(({ entityId }) => entityId)
  const before = and(eq(imageUses.entity, entity), inArray(imageUses.entityId, entityIds))
  const removed = await tx.select({ imageId: imageUses.imageId }).from(imageUses).where(before)
  const touched = [...new Set([...removed, ...references].map(({ imageId }) => imageId))]
  if (touched.length === 0) return
  await lockImages(tx, touched, references) // locks images before their references, in the same order as deletions do
  sendInOrder(tx, tx.delete(imageUses).where(before))
  const rows = references.map(({ entityId, imageId }) => ({ entity, entityId, imageId }))
  // An entity may reference an image twice.
  if (rows.length > 0) sendInOrder(tx, tx.insert(imageUses).values(rows).onConflictDoNothing())
  const isReferenced = sql`exists (select from ${imageUses} where ${imageUses.imageId} = ${images.id})`
  sendInOrder(
    tx,
    tx
      .update(images)
      .set({ unusedSince: sql`case when ${isReferenced} then null else now() end` })
      .where(inArray(images.id, touched)),
  )
}

/** Locks in order of the ids, so that concurrent writes cannot deadlock. */
async function lockImages(tx: Tx, ids: readonly string[], references: readonly Reference[]): Promise<void> {
  const rows = await tx
    .select({ id: images.id })
    .from(images)
    .where(and(inArray(images.id, [...ids]), ne(images.ownerKind, 'device')))
    .orderBy(images.id)
    .for('update')
  const found = new Set(rows.map(({ id }) => id))
  const missing = references.filter(({ imageId }) => !found.has(imageId))
  if (missing.length > 0)
    throw notFound(
      'IMAGE_NOT_FOUND',
      missing.flatMap(({ path }) => path ?? []),
    )
}
