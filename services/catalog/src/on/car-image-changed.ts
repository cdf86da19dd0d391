import type { EventOf } from '@kingcar/contract'
import { emit, type Tx } from '@kingcar/db'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { setImageReferences } from '../image/image-references.ts'
import { carImages, images } from '../tables.ts'

/**
 * Keeps which picture a car shows. The version decides, so that an event may come twice, late and out of order. Where the
 * picture has gone meanwhile that is told again: the car was given it after it had heard so, or before.
 */
export const onCarImageChanged = (
  ctx: Pick<Ctx, 'db'>,
  { carId, imageId, version }: EventOf<'member.carImageChanged'>,
) =>
  ctx.db.transaction(async (tx) => {
    if (!(await storeIfNewer(tx, carId, version))) return
    const isThere = imageId !== null && (await isUsableImage(tx, imageId)) // one that goes at this moment fails, and is news again
    await setImageReferences(tx, { entity: 'car', entityId: carId }, isThere ? [imageId] : [])
    if (imageId !== null && !isThere) await emit(tx, 'catalog.imageRemoved', { imageId })
  })

/** Whether there is such a picture that somebody may show. */
async function isUsableImage(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: images.id })
    .from(images)
    .where(and(eq(images.id, id), ne(images.ownerKind, 'device')))
  return rows.length > 0
}

/** The row is the lock of what is told of one car at the same time. */
async function storeIfNewer(tx: Tx, carId: string, version: number): Promise<boolean> {
  const stored = await tx
    .insert(carImages)
    .values({ carId, version })
    .onConflictDoUpdate({
      target: carImages.carId,
      set: { version, changedAt: sql`now()` },
      setWhere: sql`${carImages.version} < excluded.version`,
    })
    .returning({ carId: carImages.carId })
  return stored.length > 0
}
