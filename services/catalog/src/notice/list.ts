import type { contract, Input, NoticeSummary, PageOf } from '@kingcar/contract'
import { inSlice, page } from '@kingcar/db'
import { lte, type SQL } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { notices } from '../tables.ts'
import { summaryColumns, toNoticeSummary } from './queries.ts'

const { id, pinned, createdAt, publishedAt, title } = notices
const columns = { id, pinned, createdAt, publishedAt, title }

type ReadCtx = Pick<Ctx, 'db' | 'notices' | 'now'>

/** Notices without their texts, including drafts; pinned ones first, then by default the newest. */
export const listNotices = (
  ctx: ReadCtx,
  input: Input<typeof contract.catalog.listNotices>,
): Promise<PageOf<NoticeSummary>> =>
  list(ctx, input, 'createdAt,desc', undefined, async () => (await ctx.notices.total()).kept)

/** Published notices without their texts; pinned ones first, then by default the latest published. */
export function listPublishedNotices(
  ctx: ReadCtx,
  input: Input<typeof contract.catalog.listPublishedNotices>,
): Promise<PageOf<NoticeSummary>> {
  const now = ctx.now()
  return list(ctx, input, 'publishedAt,desc', lte(publishedAt, now), () => ctx.notices.published(now))
}

const list = (
  { db: { read } }: ReadCtx,
  { sort = [], ...request }: Input<typeof contract.catalog.listNotices>,
  defaultSort: string,
  filter: SQL | undefined,
  total: () => Promise<number>,
): Promise<PageOf<NoticeSummary>> =>
  page(
    { ...request, sort: ['pinned,desc', ...(sort.length > 0 ? sort : [defaultSort])] },
    columns,
    defaultSort,
    async (slice) => {
      const rows = await read
        .select(summaryColumns)
        .from(notices)
        .where(inSlice(read, notices, filter, slice))
        .orderBy(...slice.orderBy)
      return rows.map(toNoticeSummary)
    },
    total,
  )
