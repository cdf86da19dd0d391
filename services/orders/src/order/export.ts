import type { Caller } from '@kingcar/bus'
import {
  type CsvColumns,
  type CsvPiece,
  contract,
  csvPhone,
  csvTime,
  type Input,
  maskPhone,
  type OrderSummary,
  orderStateLabels,
} from '@kingcar/contract'
import { exportRows } from '../list/list-rows.ts'
import { maskMemberName } from '../member/mask-name.ts'
import { type ListContext, ordersOf } from './list.ts'

/** The list of orders as a CSV file. */
export const exportOrders = async (
  ctx: ListContext,
  input: Input<typeof contract.orders.exportOrders>,
  caller: Caller,
): Promise<CsvPiece> => exportRows(ctx.db, file, input, caller, await ordersOf(ctx, input, caller))

const columns: CsvColumns<OrderSummary> = [
  ['주문 ID', ({ id }) => id],
  ['주문 번호', ({ merchantUid }) => merchantUid],
  ['주문일시', ({ createdAt }) => csvTime(createdAt)],
  ['상태', ({ state }) => orderStateLabels[state]],
  ['상품', ({ productName }) => productName],
  ['금액', ({ amount }) => amount],
  ['할인', ({ discount }) => discount],
  ['쿠폰', ({ coupon }) => coupon?.name ?? ''],
  ['쿠폰 코드', ({ coupon }) => coupon?.code ?? ''],
  ['환불 금액', ({ refundedAmount }) => refundedAmount],
  ['결제일시', ({ paidAt }) => csvTime(paidAt)],
  ['환불일시', ({ refundedAt }) => csvTime(refundedAt)],
  ['실패 사유', ({ failReason }) => failReason],
  ['회원', ({ memberName }) => memberName],
  ['휴대폰 번호', ({ memberPhoneNumber }) => csvPhone(memberPhoneNumber)],
  ['회원 ID', ({ memberId }) => memberId],
]

const mask = (order: OrderSummary): OrderSummary => ({
  ...order,
  memberName: maskMemberName(order.memberName),
  memberPhoneNumber: maskPhone(order.memberPhoneNumber),
})
const file = { op: contract.orders.exportOrders, entity: 'orders', columns, mask } as const
