import type { Caller, Versioned } from '@kingcar/bus'
import { AppError, contract } from '@kingcar/contract'
import { assertUnchanged, audit } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { setImageReferences } from '../image/image-references.ts'
import { notices } from '../tables.ts'
import { emitNoticeChanged, fieldsOf, lockNotice } from './queries.ts'

const op = contract.catalog.deleteNotice

/** Deletes a notice and its row; no other entity refers to notices. The event of the deletion has the next version. */
export async function deleteNotice(
  ctx: Pick<Ctx, 'db'>,
  { noticeId }: { noticeId: string },
  caller: Caller,
): Promise<Versioned<null>> {
  return ctx.db.transaction(async (tx) => {
    const found = await lockNotice(tx, noticeId)
    if (!found) throw new AppError('NOTICE_NOT_FOUND')
    assertUnchanged(caller.ifMatch, found)
    const version = found.version + 1
    await tx.delete(notices).where(eq(notices.id, found.id))
    await setImageReferences(tx, { entity: 'notice', entityId: found.id }, [])
    await emitNoticeChanged(tx, { ...found, version })
    const before = fieldsOf(found)
    await audit(tx, op, caller, { entity: 'notice', entityId: found.id, before, after: null })
    return { result: null, version }
  })
}
