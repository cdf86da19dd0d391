import { AppError } from '@kingcar/contract'
import { emitAll, type Tx, waitForProjectionOfNew } from '@kingcar/db'
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

type ShownImage = Pick<CarRow, 'id' | 'imageId' | 'version'>

/** Publishes the pictures that cars show from these versions on; the catalog service uses them. */
export const emitCarImagesChanged = (tx: Tx, changed: readonly ShownImage[]) =>
  emitAll(
    tx,
    'member.carImageChanged',
    changed.map(({ id, imageId, version }) => ({ carId: id, imageId, version })),
  )

/** Publishes that removed cars show no picture, with the version after their last one. */
export async function emitCarImagesCleared(tx: Tx, removed: readonly ShownImage[]): Promise<void> {
  const cleared = removed.filter(({ imageId }) => imageId !== null)
  await emitCarImagesChanged(
    tx,
    cleared.map(({ id, version }) => ({ id, imageId: null, version: version + 1 })),
  )
}
