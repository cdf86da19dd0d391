import type { Notice, NoticeSummary } from '@kingcar/contract'
import { createLoader, emit, type Reader, type Tx } from '@kingcar/db'
import { count, eq, getTableColumns, sql } from 'drizzle-orm'
import { prepareTotal } from '../lists/totals.ts'
import { type NoticeRow, notices, totals } from '../tables.ts'

const { fieldVersions: _fieldVersions, ...columns } = getTableColumns(notices)
const { content: _content, ...summaryColumns } = columns

export { summaryColumns }

/** The columns that responses need. */
type ResponseColumns = Omit<NoticeRow, 'fieldVersions'>
type SummaryColumns = Omit<ResponseColumns, 'content'>

/** Up to this many scheduled notices are counted by the cheap query, whose plan suits every point in time. */
const scheduledLimit = 100

/** Prepared queries of the read operations. */
export function prepareNotices(read: Reader) {
  const now = sql`${sql.placeholder('now')}::timestamptz`
  // Pinned and other notices separately, because the index starts with that column.
  const scheduled = (pinned: boolean) => sql`(
    select count(*) from (
      select from ${notices} where ${notices.pinned} = ${sql.raw(String(pinned))} and ${notices.publishedAt} > ${now}
      order by ${notices.publishedAt} desc limit ${sql.raw(String(scheduledLimit))}
    ) as later)`
  const total = read
    .select({ shown: totals.shown, later: sql`${scheduled(true)} + ${scheduled(false)}`.mapWith(Number) })
    .from(totals)
    .where(eq(totals.entity, 'notices'))
    .prepare('notices_shown')
  const all = read
    .select({ count: count() })
    .from(notices)
    .where(sql`${notices.publishedAt} > ${now}`)
    .prepare('notices_scheduled')
  return {
    byId: createLoader(
      read
        .select(columns)
        .from(notices)
        .where(sql`${notices.id} = any(${sql.placeholder('keys')}::uuid[])`)
        .prepare('notices_by_id'),
      ({ id }) => id,
    ),
    total: prepareTotal(read, 'notices'),
    /** The number of notices published at a time: the total minus the scheduled ones, which are few. */
    async published(at: Date): Promise<number> {
      const values = { now: at.toISOString() }
      const [{ shown, later } = { shown: 0, later: 0 }] = await total.execute(values)
      if (later < scheduledLimit) return shown - later
      const [counted] = await all.execute(values)
      return Math.max(0, shown - (counted?.count ?? 0))
    },
  }
}
export type NoticeQueries = ReturnType<typeof prepareNotices>

export const isPublished = ({ publishedAt }: Pick<NoticeRow, 'publishedAt'>, now: Date): boolean =>
  publishedAt !== null && publishedAt <= now

/** Locks a notice until the transaction ends. */
export async function lockNotice(tx: Tx, id: string): Promise<NoticeRow | undefined> {
  const [row] = await tx.select().from(notices).where(eq(notices.id, id)).for('update')
  return row
}

export const emitNoticeChanged = (tx: Tx, { id, version }: Pick<NoticeRow, 'id' | 'version'>) =>
  emit(tx, 'catalog.noticeChanged', { noticeId: id, version })

export const toNoticeSummary = (row: SummaryColumns): NoticeSummary => ({
  id: row.id,
  title: row.title,
  pinned: row.pinned,
  publishedAt: row.publishedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

export const toNotice = (row: ResponseColumns): Notice => Object.assign(toNoticeSummary(row), { content: row.content })

/** The editable fields, for the audit log. */
export const fieldsOf = ({ title, content, pinned, publishedAt }: ResponseColumns) => ({
  title,
  content,
  pinned,
  publishedAt,
})
