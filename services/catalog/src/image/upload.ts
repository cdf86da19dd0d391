import type { Caller } from '@kingcar/bus'
import { AppError, contract, type Image } from '@kingcar/contract'
import { audit, emit, sendInOrder, type Tx } from '@kingcar/db'
import { hasLeft, lockMemberEvents } from '@kingcar/service'
import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { images } from '../tables.ts'
import { isWithinLimits } from './image.ts'
import { type NewImage, processUpload, type UploadTarget } from './process-upload.ts'

const { uploadImage: op, uploadRecognitionImage: deviceOp } = contract.catalog

/** Stores a device's image of a read. */
export function uploadRecognitionImage(
  ctx: Pick<Ctx, 'db' | 'idempotencySecret' | 'imageEncoder' | 'log' | 'objects'>,
  _input: object,
  caller: Caller,
): Promise<{ id: string }> {
  const { device } = caller
  if (!device) throw new AppError('UNAUTHENTICATED')
  const store = async (tx: Tx, row: NewImage) => {
    await tx.insert(images).values({ ...row, ownerKind: 'device', ownerId: device.id, storeId: device.storeId })
    return { id: row.id }
  }
  return processUpload(ctx, { op: deviceOp, store }, caller)
}

/**
 * Stores an image of an administrator or a member.
 * @throws AppError IMAGE_LIMIT if the member has reached the limit
 */
export function uploadImage(
  ctx: Pick<Ctx, 'db' | 'idempotencySecret' | 'imageEncoder' | 'log' | 'objects'>,
  _input: object,
  caller: Caller,
): Promise<Image> {
  const { actor } = caller
  switch (actor?.role) {
    case 'admin':
      return processUpload(ctx, { op, store: (tx, row) => storeAdminImage(tx, row, actor.id, caller) }, caller)
    case 'member':
      return processUpload(ctx, memberUpload(actor.id), caller)
    default:
      throw new AppError('UNAUTHENTICATED')
  }
}

async function storeAdminImage(tx: Tx, row: NewImage, adminId: string, caller: Caller): Promise<Image> {
  sendInOrder(tx, tx.insert(images).values({ ...row, ownerKind: 'admin', ownerId: adminId }))
  const image = toImage(row)
  const { id: _id, ...after } = image
  await audit(tx, op, caller, { entity: 'image', entityId: row.id, before: null, after })
  return image
}

/** The lock serialises the uploads of one member, so that concurrent ones cannot exceed the limits. */
const memberUpload = (memberId: string): UploadTarget<Image> => ({
  op,
  assertWithinLimits: (tx) => assertWithinLimits(tx, memberId, 1),
  async store(tx, row) {
    lockMemberEvents(tx, memberId)
    if (await hasLeft(tx, memberId)) throw new AppError('UNAUTHENTICATED')
    await assertWithinLimits(tx, memberId, row.bytes)
    sendInOrder(tx, tx.insert(images).values({ ...row, ownerKind: 'member', ownerId: memberId }))
    await emit(tx, 'catalog.imageStored', { imageId: row.id, memberId })
    return toImage(row)
  },
})

/** @param more bytes of the additional image */
async function assertWithinLimits(tx: Tx, memberId: string, more: number): Promise<void> {
  const [usage = { count: 0, bytes: 0 }] = await tx
    .select({
      count: sql`count(*)`.mapWith(Number),
      bytes: sql`coalesce(sum(${images.bytes}), 0)`.mapWith(Number),
    })
    .from(images)
    .where(and(eq(images.ownerKind, 'member'), eq(images.ownerId, memberId)))
  if (!isWithinLimits(usage, more)) throw new AppError('IMAGE_LIMIT')
}

const toImage = ({ id, contentType, width, height, bytes }: NewImage): Image => ({
  id,
  contentType,
  width,
  height,
  bytes,
})
