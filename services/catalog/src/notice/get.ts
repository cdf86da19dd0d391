import type { Versioned } from '@kingcar/bus'
import { AppError, type Notice } from '@kingcar/contract'
import type { Ctx } from '../context.ts'
import { isPublished, toNotice } from './queries.ts'

/** One notice, also a draft. */
export async function getNotice(
  ctx: Pick<Ctx, 'notices'>,
  { noticeId }: { noticeId: string },
): Promise<Versioned<Notice>> {
  const row = await ctx.notices.byId(noticeId)
  if (!row) throw new AppError('NOTICE_NOT_FOUND')
  return { result: toNotice(row), version: row.version }
}

/** One published notice; drafts and scheduled ones are not found. */
export async function getPublishedNotice(
  ctx: Pick<Ctx, 'notices' | 'now'>,
  { noticeId }: { noticeId: string },
): Promise<Notice> {
  const row = await ctx.notices.byId(noticeId)
  if (!row || !isPublished(row, ctx.now())) throw new AppError('NOTICE_NOT_FOUND')
  return toNotice(row)
}
