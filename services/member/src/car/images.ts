import { AppError } from '@kingcar/contract'
import { emit, type Tx, waitForProjectionOfNew } from '@kingcar/db'
import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { type CarRow, images } from '../tables.ts'

const ofMember = (id: string, memberId: string) =>
  and(eq(images.id, id), eq(images.memberId, memberId), isNull(images.removedAt))

/**
 * Waits up to a second for a picture of the member that is not known here yet, if the time in its id says that it was
 * just uploaded. Do not call it in a transaction.
 */
export const waitForImage = ({ db }: Pick<Ctx, 'db'>, memberId: string, imageId: string): Promise<void> =>
  waitForProjectionOfNew(imageId, async () => (await db.read.$count(images, ofMember(imageId, memberId))) > 0)

/**
 * Locks a picture of the member until the transaction ends.
 * @throws AppError IMAGE_NOT_FOUND, also for another member's
 */
export async function lockImage(tx: Tx, memberId: string, imageId: string): Promise<void> {
  const found = await tx.select({ id: images.id }).from(images).where(ofMember(imageId, memberId)).for('share')
  if (found.length === 0) throw new AppError('IMAGE_NOT_FOUND')
}

/** Publishes the picture that a car shows from this version on; the catalog service uses it. */
export const emitCarImageChanged = (tx: Tx, { id, imageId, version }: Pick<CarRow, 'id' | 'imageId' | 'version'>) =>
  emit(tx, 'member.carImageChanged', { carId: id, imageId, version })

/** Publishes that removed cars show no picture, with the version after their last one. */
export async function emitCarImagesCleared(
  tx: Tx,
  removed: readonly Pick<CarRow, 'id' | 'imageId' | 'version'>[],
): Promise<void> {
  for (const { id, imageId, version } of removed) {
    if (imageId !== null) await emitCarImageChanged(tx, { id, imageId: null, version: version + 1 })
  }
}
