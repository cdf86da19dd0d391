import type { Caller } from '@kingcar/bus'
import { contract, type Input, type Notice, noticeLimit, readLines } from '@kingcar/contract'
import { auditEntry, emit, withIdempotency } from '@kingcar/db'
import type { Ctx } from '../context.ts'
import { showImages } from '../image/uses.ts'
import { readContent } from '../markdown/content.ts'
import { parseMoment } from '../moment.ts'
import { notices } from '../tables.ts'
import { emitNoticeChanged, fieldsOf, toNotice } from './table.ts'

const op = contract.catalog.createNotice

/** Writes a notice: published at once where nothing is said of its moment, a draft with null. */
export async function createNotice(ctx: Ctx, typed: Input<typeof op>, caller: Caller): Promise<Notice> {
  const { title, pinned = false, publishedAt } = readLines(typed, 'title')
  const { text: content, imageIds } = readContent(typed.content, noticeLimit)
  const moment = typeof publishedAt === 'string' ? parseMoment(publishedAt, 'publishedAt') : publishedAt
  return withIdempotency(ctx.db, ctx.idempotencySecret, op, typed, caller, async (tx) => {
    const [row] = await tx
      .insert(notices)
      .values({ title, content, pinned, publishedAt: moment === undefined ? ctx.now() : moment })
      .returning()
    if (!row) throw new Error('insert returned no row')
    await showImages(tx, { entity: 'notice', entityId: row.id }, imageIds, () => 'content')
    await emitNoticeChanged(tx, row)
    await emit(
      tx,
      'catalog.audited',
      auditEntry(caller, { action: op.name, entity: 'notice', entityId: row.id, before: null, after: fieldsOf(row) }),
    )
    return toNotice(row)
  })
}
