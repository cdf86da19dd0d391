import type { Notice, NoticeSummary } from '@kingcar/contract'
import { createLoader, emit, type Reader, type Tx } from '@kingcar/db'
import { count, eq, getTableColumns, sql } from 'drizzle-orm'
import { prepareTotal } from '../lists/totals.ts'
import { type NoticeRow, notices, totals } from '../tables.ts'

const { fieldVersions: _fieldVersions, ...columns } = getTableColumns(notices)
const { content: _content, ...summaryColumns } = columns

export { summaryColumns }

/** The parts of a row that answers are made of. */
type ResponseColumns = Omit<NoticeRow, 'fieldVersions'>
type SummaryColumns = Omit<ResponseColumns, 'content'>

/** How many scheduled ones are looked at before they are counted: few enough that the statement is planned once for all moments. */
const scheduledLimit = 100

/** Hot reads, prepared once. */
export function prepareNotices(read: Reader) {
  const now = sql`${sql.placeholder('now')}::timestamptz`
  // Pinned and others for themselves, so that the index, which begins with that, has no more to skip.
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
    /** How many are published at a moment: what is not is taken away, which are few. */
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

/** Whether members see it: from its moment on. */
export const isPublished = ({ publishedAt }: Pick<NoticeRow, 'publishedAt'>, now: Date): boolean =>
  publishedAt !== null && publishedAt <= now

/** Locks a notice until the transaction ends. */
export async function lockNotice(tx: Tx, id: string): Promise<NoticeRow | undefined> {
  const [row] = await tx.select().from(notices).where(eq(notices.id, id)).for('update')
  return row
}

/** Tells that what is shown of it may have changed. */
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

/** What an administrator decides of a notice. */
export const fieldsOf = ({ title, content, pinned, publishedAt }: ResponseColumns) => ({
  title,
  content,
  pinned,
  publishedAt,
})
