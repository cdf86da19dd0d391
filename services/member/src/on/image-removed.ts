import type { EventOf } from '@kingcar/contract'
import { and, eq, sql } from 'drizzle-orm'
import { emitCarImageChanged } from '../car/images.ts'
import { updateCarRow } from '../car/queries.ts'
import type { Ctx } from '../context.ts'
import { lockMemberRow } from '../member/calling-member.ts'
import { cars, images } from '../tables.ts'

/**
 * A picture is gone: cars show it no more. That it is gone is kept first, so that none is given it afterwards; each car then
 * under the lock of its member, as everything that is written of cars. Whoever dies in between hears of it again.
 */
export async function onImageRemoved(ctx: Ctx, { imageId }: EventOf<'catalog.imageRemoved'>): Promise<void> {
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

const clear = (ctx: Ctx, memberId: string, imageId: string): Promise<void> =>
  ctx.db.transaction(async (tx) => {
    await lockMemberRow(tx, memberId)
    const shown = await tx
      .select()
      .from(cars)
      .where(and(eq(cars.memberId, memberId), eq(cars.imageId, imageId)))
    for (const car of shown) await emitCarImageChanged(tx, await updateCarRow(tx, car, { imageId: null }, ctx.now()))
  })
