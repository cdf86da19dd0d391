import type { EventOf } from '@kingcar/contract'
import { deleteStoredResults, type Tx } from '@kingcar/db'
import { fault } from '@kingcar/runtime'
import { lockMemberEvents } from '@kingcar/service'
import { and, eq, inArray, ne } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { deleteObjects, emitImagesRemoved } from '../image/queries.ts'
import { formerMembers, type ImageRow, images, imageUses } from '../tables.ts'

/**
 * Deletes the images of a former member, and the stored idempotent responses with them. An image that the business
 * references stays and counts as an administrator's. Rows are deleted before objects: after a crash in between the
 * sweep removes the objects.
 */
export async function onMemberLeft(
  ctx: Pick<Ctx, 'db' | 'objects'>,
  { memberId }: EventOf<'member.left'>,
): Promise<void> {
  const gone = await ctx.db.transaction((tx) => forgetMember(tx, memberId))
  await fault('catalog.memberLeft')
  for (const row of gone) await deleteObjects(ctx.objects, row)
}

async function forgetMember(tx: Tx, memberId: string): Promise<ImageRow[]> {
  lockMemberEvents(tx, memberId)
  await tx.insert(formerMembers).values({ id: memberId }).onConflictDoNothing()
  deleteStoredResults(tx, { role: 'member', id: memberId })
  const ofMember = and(eq(images.ownerKind, 'member'), eq(images.ownerId, memberId))
  // In order of their ids, like `setImageReferences`, to avoid deadlocks.
  const owned = await tx.select({ id: images.id }).from(images).where(ofMember).orderBy(images.id).for('update')
  if (owned.length === 0) return []

  const ids = owned.map(({ id }) => id)
  const ofBusiness = tx
    .select({ id: imageUses.imageId })
    .from(imageUses)
    .where(and(inArray(imageUses.imageId, ids), ne(imageUses.entity, 'car')))
  await tx.update(images).set({ ownerKind: 'admin', ownerId: null }).where(inArray(images.id, ofBusiness))
  await tx.delete(imageUses).where(and(inArray(imageUses.imageId, ids), eq(imageUses.entity, 'car')))
  const gone = await tx.delete(images).where(ofMember).returning()
  await emitImagesRemoved(tx, gone)
  return gone
}
