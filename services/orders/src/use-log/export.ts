import type { Caller } from '@kingcar/bus'
import { type CsvColumns, type CsvPiece, csvTime, type UseLogDetail } from '@kingcar/contract'
import { exportPiece } from '@kingcar/db'
import { and } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { useLogs } from '../tables.ts'
import { describeUseLogs, filterOf, newestFirst, type Query, sortable } from './list.ts'

/** The list of uses as a file. */
export function exportUseLogs({ db: { read } }: Ctx, input: Query, caller: Caller): Promise<CsvPiece> {
  const which = filterOf(input)
  return exportPiece(input, caller.cursor, {
    columns,
    sortable,
    otherwise: newestFirst,
    async rows({ after, orderBy, limit, position }) {
      const found = await read
        .select({ useLog: useLogs, position })
        .from(useLogs)
        .where(and(which, after))
        .orderBy(...orderBy)
        .limit(limit)
      const described = await describeUseLogs(
        read,
        found.map(({ useLog }) => useLog),
      )
      return found.map(({ position }, at) => ({ position, row: described[at] }))
    },
  })
}

const columns: CsvColumns<UseLogDetail> = [
  ['이용 내역 ID', ({ id }) => id],
  ['이용일시', ({ usedAt }) => csvTime(usedAt)],
  ['매장', ({ storeName }) => storeName],
  ['상품', ({ productName }) => productName],
  ['차량번호', ({ carNumber }) => carNumber],
  ['회원', ({ memberName }) => memberName],
  ['회원 ID', ({ memberId }) => memberId],
  ['이용 상품 ID', ({ userProductId }) => userProductId],
  ['방문 ID', ({ visitId }) => visitId],
  ['되돌린 일시', ({ reversedAt }) => csvTime(reversedAt)],
  ['되돌린 사유', ({ reverseReason }) => reverseReason],
]
