import { AppError } from '@kingcar/contract'
import { emit, type Tx, waitForProjectionOfNew } from '@kingcar/db'
import { and, eq, isNull } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { type CarRow, images } from '../tables.ts'

const ofMember = (id: string, memberId: string) =>
  and(eq(images.id, id), eq(images.memberId, memberId), isNull(images.removedAt))

/**
 * Waits up to a second for a picture that is not known as the member's and may have been sent a moment ago, by the time in
 * its id; therefore never within a transaction.
 */
export const awaitImage = ({ db }: Pick<Ctx, 'db'>, memberId: string, imageId: string): Promise<void> =>
  waitForProjectionOfNew(imageId, async () => (await db.read.$count(images, ofMember(imageId, memberId))) > 0)

/** Holds one of the member's pictures until the transaction ends. @throws AppError IMAGE_NOT_FOUND, also where it is somebody else's */
export async function holdImage(tx: Tx, memberId: string, imageId: string): Promise<void> {
  const found = await tx.select({ id: images.id }).from(images).where(ofMember(imageId, memberId)).for('share')
  if (found.length === 0) throw new AppError('IMAGE_NOT_FOUND')
}

/** Tells the catalog service which picture a car shows from this version on. */
export const emitCarImage = (tx: Tx, { id, imageId, version }: Pick<CarRow, 'id' | 'imageId' | 'version'>) =>
  emit(tx, 'member.carImageChanged', { carId: id, imageId, version })

/** Tells that cars which are gone show nothing any more: the version after their last. */
export async function emitCarsGone(tx: Tx, gone: readonly Pick<CarRow, 'id' | 'imageId' | 'version'>[]): Promise<void> {
  for (const { id, imageId, version } of gone) {
    if (imageId !== null) await emitCarImage(tx, { id, imageId: null, version: version + 1 })
  }
}
