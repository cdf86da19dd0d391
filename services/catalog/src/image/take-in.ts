import type { Caller, Upload } from '@kingcar/bus'
import { AppError, type Operation } from '@kingcar/contract'
import { findStoredResult, type Tx, uuidv7, withIdempotency } from '@kingcar/db'
import { fault, steadyNow } from '@kingcar/runtime'
import type { Ctx } from '../context.ts'
import { deletePicture, putPicture, rowOf } from './table.ts'

export type NewImage = ReturnType<typeof rowOf>

/** What an upload is besides its file. */
export type Intake<T extends { id: string }> = {
  op: Pick<Operation, 'name' | 'http'>
  /** Whether there is room for one more at all; asked before the file is looked at, so that one that is refused costs nothing. */
  assertRoom?(tx: Tx): Promise<void>
  /** Writes the row and whatever goes with it; gives the answer. */
  store(tx: Tx, row: NewImage): Promise<T>
}

/**
 * Takes in the picture that the gateway has put aside. A repetition under its key gets the first answer: where there is one
 * already, nothing is made; whether there is one is decided with the row, so what two at once have made goes again.
 * @throws AppError what making the picture fails with, and UNAVAILABLE where its caller has given up meanwhile
 */
export async function takeIn<T extends { id: string }>(ctx: Ctx, intake: Intake<T>, caller: Caller): Promise<T> {
  const { upload } = caller
  if (!upload) throw new AppError('VALIDATION_FAILED')
  const input = { sha256: upload.sha256 } // the same picture is the same request, whatever it was put aside as
  const known = await ctx.db.transaction(async (tx) => {
    const answer = await findStoredResult<T>(tx, ctx.idempotencySecret, intake.op, input, caller)
    if (answer === undefined) await intake.assertRoom?.(tx)
    return answer
  })
  if (known !== undefined) return known
  return ctx.pictures.make(
    () => readUpload(ctx, upload, caller),
    async (picture) => {
      const row = rowOf(uuidv7(), picture)
      try {
        await putPicture(ctx.objects, row.id, picture)
        await fault('catalog.pictureStored')
        assertAwaited(caller)
      } catch (cause) {
        const discarded = discard(ctx, row)
        // a store that is away, or whoever has given up, is waited for by nobody
        if (!(cause instanceof AppError && cause.code === 'UNAVAILABLE')) await discarded
        throw cause
      }
      try {
        const store = (tx: Tx) => intake.store(tx, row)
        const answer = await withIdempotency(ctx.db, ctx.idempotencySecret, intake.op, input, caller, store)
        if (answer.id !== row.id) await discard(ctx, row)
        return answer
      } catch (cause) {
        // Where the database is away the row may be there all the same.
        if (cause instanceof AppError && cause.code !== 'UNAVAILABLE') await discard(ctx, row)
        throw cause
      }
    },
  )
}

/** Whoever was told that it failed would wonder about a picture that is there all the same. */
function assertAwaited({ deadline }: Caller): void {
  if (deadline <= steadyNow()) throw new AppError('UNAVAILABLE', { retryAfter: 1 })
}

async function readUpload({ objects }: Ctx, { name }: Upload, caller: Caller): Promise<Buffer> {
  assertAwaited(caller)
  const found = await objects.get(name)
  if (!found) throw new AppError('UNAVAILABLE', { retryAfter: 1 }) // the caller has given up meanwhile
  const file = Buffer.allocUnsafe(found.object.bytes) // at once: to join the pieces would take as much again
  let at = 0
  try {
    for await (const piece of found.content) {
      file.set(piece, at)
      at += piece.length
    }
  } catch (cause) {
    assertAwaited(caller) // whoever has given up has removed the rest
    throw cause
  }
  return file
}

/** What cannot be removed now is swept later. */
async function discard({ objects, log }: Ctx, row: NewImage): Promise<void> {
  try {
    await deletePicture(objects, row)
  } catch (err) {
    log.warn({ err }, 'a picture that nobody asked for stays until it is swept')
  }
}
