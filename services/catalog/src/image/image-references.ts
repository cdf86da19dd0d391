import type { Tx } from '@kingcar/db'
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { images, imageUses } from '../tables.ts'
import { notFound } from '../validation/not-found.ts'

type Entity = (typeof imageUses.$inferSelect)['entity']

/** What can show a picture. */
export type ReferencingEntity = { entity: Entity; entityId: string }
/** Pictures that one of a kind shows from now on; `pathOf` says where in the input each is named. */
export type EntityReferences = { entityId: string; imageIds: readonly string[]; pathOf?: PathOf | undefined }
type PathOf = (at: number) => string
type Reference = { entityId: string; imageId: string; path: string | undefined }

/**
 * Notes which pictures something shows from now on; none where it is gone. Those that it shows stay locked against their
 * removal until the transaction ends, and those that nothing shows any more begin to wait for theirs.
 * @param pathOf where in the input each is named
 * @throws AppError IMAGE_NOT_FOUND for a picture that is not there, or is a device's; its details name the paths
 */
export const setImageReferences = (
  tx: Tx,
  { entity, entityId }: ReferencingEntity,
  imageIds: readonly string[],
  pathOf?: PathOf,
): Promise<void> => setImageReferencesOfEach(tx, entity, [{ entityId, imageIds, pathOf }])

/** The same of several of one kind at once. */
export async function setImageReferencesOfEach(
  tx: Tx,
  entity: Entity,
  each: readonly EntityReferences[],
): Promise<void> {
  const uses = each.flatMap(({ entityId, imageIds, pathOf }) =>
    imageIds.map((id, at): Reference => ({ entityId, imageId: id.toLowerCase(), path: pathOf?.(at) })),
  )
  const entityIds = each.map(({ entityId }) => entityId)
  const before = and(eq(imageUses.entity, entity), inArray(imageUses.entityId, entityIds))
  const gone = await tx.select({ imageId: imageUses.imageId }).from(imageUses).where(before)
  const touched = [...new Set([...gone, ...uses].map(({ imageId }) => imageId))]
  if (touched.length === 0) return
  await lockImages(tx, touched, uses) // before their uses, as whoever removes pictures
  await tx.delete(imageUses).where(before)
  const rows = uses.map(({ entityId, imageId }) => ({ entity, entityId, imageId }))
  if (rows.length > 0) await tx.insert(imageUses).values(rows).onConflictDoNothing() // one that is named twice
  const isShown = sql`exists (select from ${imageUses} where ${imageUses.imageId} = ${images.id})`
  await tx
    .update(images)
    .set({ unusedSince: sql`case when ${isShown} then null else now() end` })
    .where(inArray(images.id, touched))
}

/** In the order of their ids: two writes that touch the same pictures wait for each other instead of for ever. */
async function lockImages(tx: Tx, ids: readonly string[], uses: readonly Reference[]): Promise<void> {
  const rows = await tx
    .select({ id: images.id })
    .from(images)
    .where(and(inArray(images.id, [...ids]), ne(images.ownerKind, 'device')))
    .orderBy(images.id)
    .for('update')
  const found = new Set(rows.map(({ id }) => id))
  const missing = uses.filter(({ imageId }) => !found.has(imageId))
  if (missing.length > 0)
    throw notFound(
      'IMAGE_NOT_FOUND',
      missing.flatMap(({ path }) => path ?? []),
    )
}
