import type { Caller } from '@kingcar/bus'
import {
  type CsvColumns,
  type CsvPiece,
  csvTime,
  productTypeLabels,
  type UserProductSummary,
  unlimitedLabel,
  userProductStateLabels,
} from '@kingcar/contract'
import { exportPiece } from '@kingcar/db'
import { and } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { userProducts } from '../tables.ts'
import { filterOf, newestFirst, type Query, sortable, summariseUserProducts } from './list.ts'

/** The list of user products as a file. */
export function exportUserProducts({ db: { read } }: Ctx, input: Query, caller: Caller): Promise<CsvPiece> {
  const which = filterOf(input)
  return exportPiece(input, caller.cursor, {
    columns,
    sortable,
    otherwise: newestFirst,
    async rows({ after, orderBy, limit, position }) {
      const found = await read
        .select({ userProduct: userProducts, position })
        .from(userProducts)
        .where(and(which, after))
        .orderBy(...orderBy)
        .limit(limit)
      const described = await summariseUserProducts(
        read,
        found.map(({ userProduct }) => userProduct),
      )
      return found.map(({ position }, at) => ({ position, row: described[at] }))
    },
  })
}

const columns: CsvColumns<UserProductSummary> = [
  ['이용 상품 ID', ({ id }) => id],
  ['지급일시', ({ createdAt }) => csvTime(createdAt)],
  ['상품', ({ productName }) => productName],
  ['종류', ({ type }) => productTypeLabels[type]],
  ['상태', ({ state }) => userProductStateLabels[state]],
  ['시작일시', ({ startsAt }) => csvTime(startsAt)],
  ['종료일시', ({ endsAt }) => csvTime(endsAt)],
  ['남은 횟수', ({ remainingUses }) => remainingUses ?? unlimitedLabel],
  ['다음 결제일시', ({ nextBillingAt }) => csvTime(nextBillingAt)],
  ['주문 ID', ({ orderId }) => orderId],
  ['회원', ({ memberName }) => memberName],
  ['회원 ID', ({ memberId }) => memberId],
]
