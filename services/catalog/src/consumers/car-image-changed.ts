import type { EventOf } from '@kingcar/contract'
import { emit, type Tx } from '@kingcar/db'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { setImageReferences } from '../image/image-references.ts'
import { carImages, images } from '../tables.ts'

/**
 * Stores which image a car references. The version makes repeated, late and reordered events harmless. If the image
 * does not exist any more, emits `catalog.imageRemoved` again: the car may have received the image after the first such
 * event.
 */
export const onCarImageChanged = (
  ctx: Pick<Ctx, 'db'>,
  { carId, imageId, version }: EventOf<'member.carImageChanged'>,
) =>
  ctx.db.transaction(async (tx) => {
    if (!(await storeIfNewer(tx, carId, version))) return
    const exists = imageId !== null && (await isUsableImage(tx, imageId)) // a concurrent deletion fails this transaction, and the event is redelivered
    await setImageReferences(tx, { entity: 'car', entityId: carId }, exists ? [imageId] : [])
    if (imageId !== null && !exists) await emit(tx, 'catalog.imageRemoved', { imageId })
  })

/** Whether the image exists and entities may reference it. */
async function isUsableImage(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: images.id })
    .from(images)
    .where(and(eq(images.id, id), ne(images.ownerKind, 'device')))
  return rows.length > 0
}

/** Also locks the car's row against concurrent events of the same car. */
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
