import type { EventOf } from '@kingcar/contract'
import { and, eq, sql } from 'drizzle-orm'
import { emitCarImageChanged } from '../car/images.ts'
import { updateCarRow } from '../car/queries.ts'
import type { Ctx } from '../context.ts'
import { lockMemberRow } from '../member/queries.ts'
import { cars, images } from '../tables.ts'

/**
 * Removes a deleted picture from the cars that show it. The deletion is stored first, so that no car gets the picture
 * afterwards. Then each car changes under the lock of its member. If the process dies in between, the event is
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
  const showing = await ctx.db.read.select({ memberId: cars.memberId }).from(cars).where(eq(cars.imageId, imageId))
  for (const { memberId } of showing) await clear(ctx, memberId, imageId)
}

const clear = (ctx: Pick<Ctx, 'db' | 'now'>, memberId: string, imageId: string): Promise<void> =>
  ctx.db.transaction(async (tx) => {
    await lockMemberRow(tx, memberId)
    const shown = await tx
      .select()
      .from(cars)
      .where(and(eq(cars.memberId, memberId), eq(cars.imageId, imageId)))
    for (const car of shown) await emitCarImageChanged(tx, await updateCarRow(tx, car, { imageId: null }, ctx.now()))
  })
