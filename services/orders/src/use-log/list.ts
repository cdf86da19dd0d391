import type { Caller } from '@kingcar/bus'
import {
  type contract,
  type Input,
  mostCounted,
  type PageOf,
  type Result,
  rangeOf,
  type UseLog,
  type UseLogDetail,
} from '@kingcar/contract'
import { inRange, ofStores, type Reader } from '@kingcar/db'
import { and, count, eq, isNull, type SQL } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { listAllRows, listOwnRows, type RowList } from '../list/list-rows.ts'
import { memberIdOf } from '../member/caller.ts'
import { loadMemberContacts } from '../member/contact.ts'
import { memberMatches } from '../member/member-filter.ts'
import { type UseLogRow, useLogs } from '../tables.ts'
import { toUseLog, toUseLogDetail } from './describe.ts'

export type Query = Input<typeof contract.orders.listUseLogs>

const useLog = {
  table: useLogs,
  sortable: { id: useLogs.id, usedAt: useLogs.usedAt },
  defaultSort: 'usedAt,desc',
}

/** When and where the caller used products, the latest use first by default. Reversed uses are left out. */
export function listMyUseLogs(
  { db: { read } }: Pick<Ctx, 'db'>,
  input: Input<typeof contract.orders.listMyUseLogs>,
  caller: Caller,
): Promise<PageOf<UseLog>> {
  const filter = and(eq(useLogs.memberId, memberIdOf(caller)), isNull(useLogs.reversedAt))
  const describe = (rows: UseLogRow[]) => rows.map(toUseLog)
  return listOwnRows(read, input, { ...useLog, filter, describe })
}

/** Uses of all members, reversed ones too; the latest use first by default. */
export const listUseLogs = ({ db }: Pick<Ctx, 'db'>, input: Query, caller: Caller): Promise<PageOf<UseLogDetail>> =>
  listAllRows(db, input, 'use_logs', useLogsOf(db.read, input, caller))

/** How many uses a query finds, and how many of these were reversed unless there are too many. */
export const countUseLogs = (
  { db }: Pick<Ctx, 'db'>,
  { most = mostCounted, ...input }: Input<typeof contract.orders.countUseLogs>,
  caller: Caller,
): Promise<Counted> => countReversed(db.search, useLogsOf(db.read, input, caller).filter, most)

type Counted = Result<typeof contract.orders.countUseLogs>

async function countReversed(read: Reader, filter: SQL | undefined, most: number): Promise<Counted> {
  const found = read.select({ reversedAt: useLogs.reversedAt }).from(useLogs).where(filter).limit(most).as('found')
  const [counted] = await read.select({ count: count(), reversed: count(found.reversedAt) }).from(found)
  if (!counted) throw new Error('an aggregate has no row')
  return counted.count < most ? counted : { count: counted.count, reversed: null }
}

/** The use logs that match a query, as an administrator sees them. */
export const useLogsOf = (
  read: Reader,
  { q, memberId, visitId, storeId, ...period }: Query,
  caller: Caller,
): RowList<typeof useLogs, UseLogDetail> => ({
  ...useLog,
  filter: and(
    memberId === undefined ? undefined : eq(useLogs.memberId, memberId),
    visitId === undefined ? undefined : eq(useLogs.visitId, visitId),
    storeId === undefined ? ofStores(useLogs.storeId, caller.stores) : eq(useLogs.storeId, storeId),
    inRange(useLogs.usedAt, rangeOf(period)),
    q === undefined ? undefined : memberMatches(useLogs.memberId, q, caller),
  ),
  async describe(rows) {
    const contacts = await loadMemberContacts(
      read,
      rows.map(({ memberId }) => memberId),
    )
    return rows.map((row) => toUseLogDetail(row, contacts(row.memberId)))
  },
})
