import type { Caller } from '@kingcar/bus'
import {
  type CsvColumns,
  type CsvPiece,
  csvPhone,
  csvTime,
  type OrderSummary,
  orderStateLabels,
} from '@kingcar/contract'
import { exportRows } from '../list/list-rows.ts'
import { type ListContext, ordersOf, type Query } from './list.ts'

/** The list of orders as a CSV file. */
export const exportOrders = async (ctx: ListContext, input: Query, caller: Caller): Promise<CsvPiece> =>
  exportRows(ctx.db, input, caller.cursor, columns, await ordersOf(ctx, input, caller))

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
