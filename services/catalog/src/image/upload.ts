import type { Caller } from '@kingcar/bus'
import { AppError, contract, type Image } from '@kingcar/contract'
import { auditEntry, emit, hasLeft, lockMemberEvents, type Tx } from '@kingcar/db'
import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { images } from '../tables.ts'
import { hasRoom } from './image.ts'
import { type Intake, type NewImage, takeIn } from './take-in.ts'

const { uploadImage: op, uploadRecognitionImage: deviceOp } = contract.catalog

/** Takes in the picture of a read. */
export function uploadRecognitionImage(ctx: Ctx, _input: object, caller: Caller): Promise<{ id: string }> {
  const { device } = caller
  if (!device) throw new AppError('UNAUTHENTICATED')
  const store = async (tx: Tx, row: NewImage) => {
    await tx.insert(images).values({ ...row, ownerKind: 'device', ownerId: device.id })
    return { id: row.id }
  }
  return takeIn(ctx, { op: deviceOp, store }, caller)
}

/** Takes in a picture of an administrator, or of a member, who keeps so many. @throws AppError IMAGE_LIMIT */
export function uploadImage(ctx: Ctx, _input: object, caller: Caller): Promise<Image> {
  const { actor } = caller
  switch (actor?.role) {
    case 'admin':
      return takeIn(ctx, { op, store: (tx, row) => storeOfAdmin(tx, row, actor.id, caller) }, caller)
    case 'member':
      return takeIn(ctx, ofMember(actor.id), caller)
    default:
      throw new AppError('UNAUTHENTICATED')
  }
}

async function storeOfAdmin(tx: Tx, row: NewImage, adminId: string, caller: Caller): Promise<Image> {
  await tx.insert(images).values({ ...row, ownerKind: 'admin', ownerId: adminId })
  const image = toImage(row)
  const { id: _id, ...after } = image
  const entry = auditEntry(caller, { action: op.name, entity: 'image', entityId: row.id, before: null, after })
  await emit(tx, 'catalog.audited', entry)
  return image
}

/** The lock lets uploads of one member come one after the other, so that none is taken beyond the limits. */
const ofMember = (memberId: string): Intake<Image> => ({
  op,
  assertRoom: (tx) => assertRoom(tx, memberId, 1),
  async store(tx, row) {
    await lockMemberEvents(tx, memberId)
    if (await hasLeft(tx, memberId)) throw new AppError('UNAUTHENTICATED')
    await assertRoom(tx, memberId, row.bytes)
    await tx.insert(images).values({ ...row, ownerKind: 'member', ownerId: memberId })
    await emit(tx, 'catalog.imageStored', { imageId: row.id, memberId })
    return toImage(row)
  },
})

/** @param more bytes of one more picture */
async function assertRoom(tx: Tx, memberId: string, more: number): Promise<void> {
  const [kept = { count: 0, bytes: 0 }] = await tx
    .select({
      count: sql`count(*)`.mapWith(Number),
      bytes: sql`coalesce(sum(${images.bytes}), 0)`.mapWith(Number),
    })
    .from(images)
    .where(and(eq(images.ownerKind, 'member'), eq(images.ownerId, memberId)))
  if (!hasRoom(kept, more)) throw new AppError('IMAGE_LIMIT')
}

const toImage = ({ id, contentType, width, height, bytes }: NewImage): Image => ({
  id,
  contentType,
  width,
  height,
  bytes,
})
