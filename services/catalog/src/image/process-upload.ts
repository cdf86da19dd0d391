import type { Caller, Upload } from '@kingcar/bus'
import { AppError, type Operation } from '@kingcar/contract'
import { findStoredResult, type Tx, uuidv7, withIdempotency } from '@kingcar/db'
import { fault, steadyNow } from '@kingcar/runtime'
import type { Ctx } from '../context.ts'
import { deleteObjects, putObjects, readObject, toRow } from './queries.ts'

export type NewImage = ReturnType<typeof toRow>

/** What differs between the kinds of uploads. */
export type UploadTarget<T extends { id: string }> = {
  op: Pick<Operation, 'name' | 'http'>
  /** Rejects the upload before its file is read, so that a rejected upload costs nothing. */
  assertWithinLimits?(tx: Tx): Promise<void>
  /** Writes the row, events and audit entry; returns the response. */
  store(tx: Tx, row: NewImage): Promise<T>
}

/**
 * Processes the file that the gateway uploaded to the object store. A repetition with the same idempotency key gets the
 * first response: a finished one is found before the file is read; of two concurrent ones the loser's objects are
 * deleted.
 * @throws AppError the errors of `ImageEncoder`, and UNAVAILABLE if the caller's deadline has passed
 */
export async function processUpload<T extends { id: string }>(
  ctx: Pick<Ctx, 'db' | 'idempotencySecret' | 'imageEncoder' | 'log' | 'objects'>,
  target: UploadTarget<T>,
  caller: Caller,
): Promise<T> {
  const { upload } = caller
  if (!upload) throw new AppError('VALIDATION_FAILED')
  const input = { sha256: upload.sha256 } // equal bytes are an equal request, whatever the name of the uploaded object
  const first = await ctx.db.transaction(async (tx) => {
    const answer = await findStoredResult<T>(tx, ctx.idempotencySecret, target.op, input, caller)
    if (answer === undefined) await target.assertWithinLimits?.(tx)
    return answer
  })
  if (first !== undefined) return first
  return ctx.imageEncoder.encode(
    () => readUpload(ctx, upload, caller),
    async (image) => {
      const row = toRow(uuidv7(), image)
      try {
        await putObjects(ctx.objects, row.id, image)
        await fault('catalog.pictureStored')
        assertCallerWaits(caller)
      } catch (cause) {
        const discarded = discard(ctx, row)
        // do not wait for the deletion while the store is unavailable, or after the caller's deadline
        if (!(cause instanceof AppError && cause.code === 'UNAVAILABLE')) await discarded
        throw cause
      }
      try {
        const store = (tx: Tx) => target.store(tx, row)
        const answer = await withIdempotency(ctx.db, ctx.idempotencySecret, target.op, input, caller, store)
        if (answer.id !== row.id) await discard(ctx, row)
        return answer
      } catch (cause) {
        // If the database became unavailable, the row may have been committed.
        if (cause instanceof AppError && cause.code !== 'UNAVAILABLE') await discard(ctx, row)
        throw cause
      }
    },
  )
}

/**
 * Prevents that an image is stored after the response reported a failure, and avoids work for a caller whose deadline
 * has passed.
 * @throws AppError UNAVAILABLE
 */
export function assertCallerWaits({ deadline }: Caller): void {
  if (deadline <= steadyNow()) throw new AppError('UNAVAILABLE', { retryAfter: 1 })
}

async function readUpload({ objects }: Pick<Ctx, 'objects'>, { name }: Upload, caller: Caller): Promise<Buffer> {
  assertCallerWaits(caller)
  const found = await objects.get(name)
  if (!found) throw new AppError('UNAVAILABLE', { retryAfter: 1 }) // the gateway deletes the upload after its caller's deadline
  try {
    return await readObject(found)
  } catch (cause) {
    assertCallerWaits(caller) // after the deadline the gateway deletes the upload
    throw cause
  }
}

/** Objects that cannot be deleted now are left to the sweep. */
async function discard({ objects, log }: Pick<Ctx, 'log' | 'objects'>, row: NewImage): Promise<void> {
  try {
    await deleteObjects(objects, row)
  } catch (err) {
    log.warn({ err }, 'discarded image not deleted, left to the sweep')
  }
}
