import type { Caller } from '@kingcar/bus'
import {
  type CsvColumns,
  type CsvPiece,
  csvPhone,
  csvTime,
  type OrderSummary,
  orderStateLabels,
} from '@kingcar/contract'
import { exportPiece } from '@kingcar/db'
import { and } from 'drizzle-orm'
import type { Ctx } from '../context.ts'
import { orders } from '../tables.ts'
import { summariseOrders } from './describe.ts'
import { filterOf, newestFirst, type Query, sortable } from './list.ts'

/** The list of orders as a file. */
export async function exportOrders(
  { db: { read }, paymentWindow }: Ctx,
  input: Query,
  caller: Caller,
): Promise<CsvPiece> {
  const which = await filterOf(read, input)
  return exportPiece(input, caller.cursor, {
    columns,
    sortable,
    otherwise: newestFirst,
    async rows({ after, orderBy, limit, position }) {
      const found = await read
        .select({ order: orders, position })
        .from(orders)
        .where(and(which, after))
        .orderBy(...orderBy)
        .limit(limit)
      const described = await summariseOrders(
        read,
        paymentWindow,
        found.map(({ order }) => order),
      )
      return found.map(({ position }, at) => ({ position, row: described[at] }))
    },
  })
}

const columns: CsvColumns<OrderSummary> = [
  ['주문 ID', ({ id }) => id],
  ['주문 번호', ({ merchantUid }) => merchantUid],
  ['주문일시', ({ createdAt }) => csvTime(createdAt)],
  ['상태', ({ state }) => orderStateLabels[state]],
  ['상품', ({ productName }) => productName],
  ['금액', ({ amount }) => amount],
  ['환불 금액', ({ refundedAmount }) => refundedAmount],
  ['결제일시', ({ paidAt }) => csvTime(paidAt)],
  ['환불일시', ({ refundedAt }) => csvTime(refundedAt)],
  ['실패 사유', ({ failReason }) => failReason],
  ['회원', ({ memberName }) => memberName],
  ['휴대폰 번호', ({ memberPhoneNumber }) => csvPhone(memberPhoneNumber)],
  ['회원 ID', ({ memberId }) => memberId],
]
