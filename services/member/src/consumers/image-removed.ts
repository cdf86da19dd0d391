import type { EventOf } from '@kingcar/contract'
import { eq, inArray, sql } from 'drizzle-orm'
import { emitCarImagesChanged } from '../car/images.ts'
import type { Ctx } from '../context.ts'
import { cars, images, members } from '../tables.ts'

/**
 * Removes a deleted picture from the cars that show it. The deletion is stored first, so that no car gets the picture
 * afterwards. Then the cars change, under the lock of their member. If the process dies in between, the event is
 * redelivered.
 */
export async function onImageRemoved(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { imageId }: EventOf<'catalog.imageRemoved'>,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const removedAt = sql`now()`
    await tx
      .insert(images)
      .values({ id: imageId, removedAt })
      .onConflictDoUpdate({ target: images.id, set: { removedAt } })
  })
  await ctx.db.transaction(async (tx) => {
    const shows = eq(cars.imageId, imageId)
    const owners = tx.select({ id: cars.memberId }).from(cars).where(shows)
    await tx
      .select({ id: members.id })
      .from(members)
      .where(inArray(members.id, owners))
      .orderBy(members.id)
      .for('update')
    const next = sql`${cars.version} + 1`
    const cleared = await tx
      .update(cars)
      .set({
        imageId: null,
        version: next,
        fieldVersions: sql`${cars.fieldVersions} || jsonb_build_object('imageId', ${next})`,
        updatedAt: ctx.now(),
      })
      .where(shows)
      .returning()
    await emitCarImagesChanged(tx, cleared)
  })
}
