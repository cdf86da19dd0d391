import type { contract, Input, NoticeSummary, PageOf } from '@kingcar/contract'
import { inSlice, page } from '@kingcar/db'
import { lte, type SQL } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { notices } from '../tables.ts'
import { summaryColumns, toNoticeSummary } from './queries.ts'

const { id, pinned, createdAt, publishedAt, title } = notices
const columns = { id, pinned, createdAt, publishedAt, title }

type Reads = Pick<Ctx, 'db' | 'notices' | 'now'>

/** Notices without their texts, drafts too; pinned ones first, and the newest of them unless asked otherwise. */
export const listNotices = (
  ctx: Reads,
  input: Input<typeof contract.catalog.listNotices>,
): Promise<PageOf<NoticeSummary>> =>
  list(ctx, input, 'createdAt,desc', undefined, async () => (await ctx.notices.total()).kept)

/** What is published, without its texts; pinned ones first, and the last published of them unless asked otherwise. */
export function listPublishedNotices(
  ctx: Reads,
  input: Input<typeof contract.catalog.listPublishedNotices>,
): Promise<PageOf<NoticeSummary>> {
  const now = ctx.now()
  return list(ctx, input, 'publishedAt,desc', lte(publishedAt, now), () => ctx.notices.published(now))
}

const list = (
  { db: { read } }: Reads,
  { sort = [], ...request }: Input<typeof contract.catalog.listNotices>,
  otherwise: string,
  which: SQL | undefined,
  total: () => Promise<number>,
): Promise<PageOf<NoticeSummary>> =>
  page(
    { ...request, sort: ['pinned,desc', ...(sort.length > 0 ? sort : [otherwise])] },
    columns,
    otherwise,
    async (slice) => {
      const rows = await read
        .select(summaryColumns)
        .from(notices)
        .where(inSlice(read, notices, which, slice))
        .orderBy(...slice.orderBy)
      return rows.map(toNoticeSummary)
    },
    total,
  )
