import type { Caller, Upload } from '@kingcar/bus'
import { AppError, contract } from '@kingcar/contract'
import { once, uuidv7 } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { images } from '../tables.ts'
import { deletePicture, putPicture, rowOf } from './store.ts'

const op = contract.catalog.uploadRecognitionImage

/**
 * Takes in the picture of a read that the gateway has put aside for a device. A repetition under its key gives the first
 * one's id: whether it is one is decided with the row, so what was made for a repetition goes again.
 */
export async function uploadRecognitionImage(ctx: Ctx, _input: object, caller: Caller): Promise<{ id: string }> {
  const { device, upload } = caller
  if (!device) throw new AppError('UNAUTHENTICATED')
  if (!upload) throw new AppError('VALIDATION_FAILED')
  const picture = await ctx.pictures.make(await readUpload(ctx, upload))
  const row = rowOf(uuidv7(), picture)
  try {
    await putPicture(ctx.objects, row.id, picture)
  } catch (cause) {
    await discard(ctx, row)
    throw cause
  }
  try {
    // The same picture is the same request, whatever it was put aside as.
    const answer = await once(ctx.db, ctx.idempotencySecret, op, { sha256: upload.sha256 }, caller, async (tx) => {
      await tx.insert(images).values({ ...row, ownerKind: 'device', ownerId: device.id })
      return { id: row.id }
    })
    if (answer.id !== row.id) await discard(ctx, row)
    return answer
  } catch (cause) {
    // Where the database is away the row may be there all the same.
    if (cause instanceof AppError && cause.code !== 'UNAVAILABLE') await discard(ctx, row)
    throw cause
  }
}

async function readUpload({ objects }: Ctx, { name }: Upload): Promise<Buffer> {
  const found = await objects.get(name)
  if (!found) throw new AppError('UNAVAILABLE', { retryAfter: 1 }) // the caller has given up meanwhile
  return Buffer.concat(await Array.fromAsync(found.content))
}

/** What cannot be removed now is swept later. */
async function discard({ objects, log }: Ctx, row: ReturnType<typeof rowOf>): Promise<void> {
  try {
    await deletePicture(objects, row)
  } catch (err) {
    log.warn({ err }, 'a picture that nobody asked for stays until it is swept')
  }
}
