import type { Caller } from '@kingcar/bus'
import {
  type CsvColumns,
  type CsvPiece,
  seoulTime,
  type UserProductState,
  type UserProductSummary,
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

const states: Record<UserProductState, string> = {
  Available: '사용 가능',
  Unavailable: '사용 불가',
  Cancel: '취소',
  Complete: '종료',
}
const time = (instant: string | null) => (instant === null ? null : seoulTime(new Date(instant)))

const columns: CsvColumns<UserProductSummary> = [
  ['이용권 ID', ({ id }) => id],
  ['지급일시', ({ createdAt }) => time(createdAt)],
  ['상품', ({ productName }) => productName],
  ['종류', ({ type }) => (type === 'subscribe' ? '구독' : '1회')],
  ['상태', ({ state }) => states[state]],
  ['시작일시', ({ startsAt }) => time(startsAt)],
  ['종료일시', ({ endsAt }) => time(endsAt)],
  ['남은 횟수', ({ remainingUses }) => remainingUses ?? '무제한'],
  ['다음 결제일시', ({ nextBillingAt }) => time(nextBillingAt)],
  ['주문 ID', ({ orderId }) => orderId],
  ['회원', ({ memberName }) => memberName],
  ['회원 ID', ({ memberId }) => memberId],
]
