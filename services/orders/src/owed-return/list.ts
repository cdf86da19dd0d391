import type { Caller } from '@kingcar/bus'
import type { contract, Input, OwedReturn, PageOf } from '@kingcar/contract'
import type { Reader } from '@kingcar/db'
import { and, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { listOwnRows } from '../list/list-rows.ts'
import { loadMemberContacts, toDisplayedMember } from '../member/contact.ts'
import { ofOwnVisitors } from '../member/member-filter.ts'
import { type OwedReturnRow, orders, owedReturns } from '../tables.ts'

const sortable = { id: owedReturns.id, since: owedReturns.since, amount: owedReturns.amount }

/** Money owed to members, the longest owed first by default. */
export const listOwedReturns = (
  { db: { read } }: Pick<Ctx, 'db'>,
  input: Input<typeof contract.orders.listOwedReturns>,
  caller: Caller,
): Promise<PageOf<OwedReturn>> =>
  listOwnRows(read, input, {
    table: owedReturns,
    sortable,
    defaultSort: 'since,asc',
    filter: and(
      input.state === 'settled' ? isNotNull(owedReturns.settledAt) : isNull(owedReturns.settledAt),
      ofOwnVisitors(owedReturns.memberId, caller),
    ),
    describe: (rows: OwedReturnRow[]) => describeOwedReturns(read, rows),
  })

/** Owed returns as administrators see them. */
export async function describeOwedReturns(read: Reader, rows: readonly OwedReturnRow[]): Promise<OwedReturn[]> {
  if (rows.length === 0) return []
  const orderIds = rows.map(({ orderId }) => orderId)
  const { id, merchantUid, productName } = orders
  const [found, members] = await Promise.all([
    read.select({ id, merchantUid, productName }).from(orders).where(inArray(id, orderIds)),
    loadMemberContacts(
      read,
      rows.map(({ memberId }) => memberId),
    ),
  ])
  const byId = new Map(found.map((order) => [order.id, order]))
  return rows.map((row) => ({
    id: row.id,
    orderId: row.orderId,
    merchantUid: byId.get(row.orderId)?.merchantUid ?? '',
    productName: byId.get(row.orderId)?.productName ?? '',
    memberId: row.memberId,
    memberName: toDisplayedMember(members(row.memberId)).name,
    paymentUid: row.paymentUid,
    amount: row.amount,
    cause: row.cause,
    since: row.since.toISOString(),
    refusals: row.refusals,
    lastReason: row.lastReason,
    needsAccount: row.needsAccount,
    nextTryAt: row.needsAccount ? null : (row.nextTryAt?.toISOString() ?? null),
    settledAt: row.settledAt?.toISOString() ?? null,
    settledHow: row.settledHow,
    settledBy: row.settledBy,
    settleReason: row.settleReason,
  }))
}
