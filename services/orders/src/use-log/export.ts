import type { Caller } from '@kingcar/bus'
import { type CsvColumns, type CsvPiece, seoulTime, type UseLogDetail } from '@kingcar/contract'
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

const time = (instant: string | null) => (instant === null ? null : seoulTime(new Date(instant)))

const columns: CsvColumns<UseLogDetail> = [
  ['사용 ID', ({ id }) => id],
  ['사용일시', ({ usedAt }) => time(usedAt)],
  ['매장', ({ storeName }) => storeName],
  ['상품', ({ productName }) => productName],
  ['차량 번호', ({ carNumber }) => carNumber],
  ['회원', ({ memberName }) => memberName],
  ['회원 ID', ({ memberId }) => memberId],
  ['이용권 ID', ({ userProductId }) => userProductId],
  ['방문 ID', ({ visitId }) => visitId],
  ['되돌린 일시', ({ reversedAt }) => time(reversedAt)],
  ['되돌린 사유', ({ reverseReason }) => reverseReason],
]
