import type { Caller } from '@kingcar/bus'
import { type contract, type Input, type PageOf, rangeOf, type UseLog, type UseLogDetail } from '@kingcar/contract'
import { inRange, inSlice, page, type Reader } from '@kingcar/db'
import { and, eq, isNull, type SQL } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { rowTotal } from '../list/row-total.ts'
import { memberIdOf } from '../member/caller.ts'
import { loadMemberContacts } from '../member/contact.ts'
import { memberMatches } from '../member/member-filter.ts'
import { type UseLogRow, useLogs } from '../tables.ts'
import { toUseLog, toUseLogDetail } from './describe.ts'

/** What uses can be sorted by. */
export const sortable = { id: useLogs.id, usedAt: useLogs.usedAt }
export const newestFirst = 'usedAt,desc'
export type Query = Input<typeof contract.orders.listUseLogs>

/** When and where the caller used products, the last first unless asked otherwise. What was reversed was no use. */
export function listMyUseLogs(
  { db: { read } }: Ctx,
  input: Input<typeof contract.orders.listMyUseLogs>,
  caller: Caller,
): Promise<PageOf<UseLog>> {
  const own = and(eq(useLogs.memberId, memberIdOf(caller)), isNull(useLogs.reversedAt))
  return page(
    input,
    sortable,
    newestFirst,
    async ({ orderBy, limit, offset }) => {
      const rows = await read
        .select()
        .from(useLogs)
        .where(own)
        .orderBy(...orderBy)
        .limit(limit)
        .offset(offset)
      return rows.map(toUseLog)
    },
    () => read.$count(useLogs, own),
  )
}

/** Uses, the last first unless asked otherwise; those that were reversed say so. */
export function listUseLogs({ db: { read } }: Ctx, input: Query): Promise<PageOf<UseLogDetail>> {
  const which = filterOf(input)
  return page(
    input,
    sortable,
    newestFirst,
    async (slice) => {
      const rows = await read
        .select()
        .from(useLogs)
        .where(inSlice(read, useLogs, which, slice))
        .orderBy(...slice.orderBy)
      return describeUseLogs(read, rows)
    },
    () => (which ? read.$count(useLogs, which) : rowTotal(read, 'use_logs')),
  )
}

/** Undefined where all are asked for. */
export const filterOf = ({ q, memberId, storeId, ...period }: Query): SQL | undefined =>
  and(
    memberId === undefined ? undefined : eq(useLogs.memberId, memberId),
    storeId === undefined ? undefined : eq(useLogs.storeId, storeId),
    inRange(useLogs.usedAt, rangeOf(period)),
    q === undefined ? undefined : memberMatches(useLogs.memberId, q),
  )

/** Uses as administrators see them. */
export async function describeUseLogs(read: Reader, rows: readonly UseLogRow[]): Promise<UseLogDetail[]> {
  const members = await loadMemberContacts(
    read,
    rows.map(({ memberId }) => memberId),
  )
  return rows.map((row) => toUseLogDetail(row, members(row.memberId)))
}
