import type { Caller } from '@kingcar/bus'
import { contract, type Input, type Notice, normaliseLineFields, noticeLimit } from '@kingcar/contract'
import { audit, withIdempotency } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { setImageReferences } from '../image/image-references.ts'
import { notices } from '../tables.ts'
import { parseContent } from '../validation/content.ts'
import { parseTimestamp } from '../validation/timestamp.ts'
import { emitNoticeChanged, fieldsOf, toNotice } from './queries.ts'

const op = contract.catalog.createNotice

/** Creates a notice. Without `publishedAt` it is published immediately; null makes it a draft. */
export async function createNotice(
  ctx: Pick<Ctx, 'db' | 'idempotencySecret' | 'now'>,
  input: Input<typeof op>,
  caller: Caller,
): Promise<Notice> {
  const { title, pinned = false, publishedAt } = normaliseLineFields(input, 'title')
  const { text: content, imageIds } = parseContent(input.content, noticeLimit)
  const publishTime = typeof publishedAt === 'string' ? parseTimestamp(publishedAt, 'publishedAt') : publishedAt
  return withIdempotency(ctx.db, ctx.idempotencySecret, op, input, caller, async (tx) => {
    const [row] = await tx
      .insert(notices)
      .values({ title, content, pinned, publishedAt: publishTime === undefined ? ctx.now() : publishTime })
      .returning()
    if (!row) throw new Error('insert returned no row')
    await setImageReferences(tx, { entity: 'notice', entityId: row.id }, imageIds, () => 'content')
    await emitNoticeChanged(tx, row)
    await audit(tx, op, caller, { entity: 'notice', entityId: row.id, before: null, after: fieldsOf(row) })
    return toNotice(row)
  })
}
