import type { Caller, Versioned } from '@kingcar/bus'
import { AppError, contract, type Input, type Notice, normaliseLineFields, noticeLimit } from '@kingcar/contract'
import { assertUnchanged, audit, difference, nextVersion } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { setImageReferences } from '../image/image-references.ts'
import { notices } from '../tables.ts'
import { parseContent } from '../validation/content.ts'
import { parseTimestamp } from '../validation/timestamp.ts'
import { emitNoticeChanged, lockNotice, toNotice } from './queries.ts'

const op = contract.catalog.updateNotice

/** Updates a notice. A `publishedAt` of null makes it a draft again. */
export async function updateNotice(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { noticeId, publishedAt, content, ...texts }: Input<typeof op>,
  caller: Caller,
): Promise<Versioned<Notice>> {
  const publishTime = typeof publishedAt === 'string' ? parseTimestamp(publishedAt, 'publishedAt') : publishedAt
  const parsed = content === undefined ? undefined : parseContent(content, noticeLimit)
  const patch = { ...normaliseLineFields(texts, 'title'), publishedAt: publishTime, content: parsed?.text }
  return ctx.db.transaction(async (tx) => {
    const found = await lockNotice(tx, noticeId)
    if (!found) throw new AppError('NOTICE_NOT_FOUND')
    assertUnchanged(caller.ifMatch, found)
    const changed = difference(found, patch)
    if (!changed) return { result: toNotice(found), version: found.version }

    const change = { ...changed.after, ...nextVersion(found, Object.keys(changed.after)), updatedAt: ctx.now() }
    const row = { ...found, ...change }
    await tx.update(notices).set(change).where(eq(notices.id, found.id))
    if (parsed) await setImageReferences(tx, { entity: 'notice', entityId: found.id }, parsed.imageIds, () => 'content')
    await emitNoticeChanged(tx, row)
    await audit(tx, op, caller, { entity: 'notice', entityId: found.id, ...changed })
    return { result: toNotice(row), version: row.version }
  })
}
