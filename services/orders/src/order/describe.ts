import type { Order, OrderRecord, PaymentRequest } from '@kingcar/contract'
import type { Reader } from '@kingcar/db'
import { eq } from 'drizzle-orm'
import type { Payments } from '../context.ts'
import { nationalNumber, shownMember } from '../member/shown.ts'
import { members, type OrderRow } from '../tables.ts'

/** An order as it is told to other services, and as an administrator's lists show it. */
export const toOrderRecord = (row: OrderRow): OrderRecord => ({
  id: row.id,
  merchantUid: row.merchantUid,
  productId: row.productId,
  productName: row.productName,
  productType: row.productType,
  carId: row.carId,
  amount: row.amount,
  refundedAmount: row.refundedAmount,
  state: row.state,
  paidAt: row.paidAt?.toISOString() ?? null,
  refundedAt: row.refundedAt?.toISOString() ?? null,
  failReason: row.failReason,
  createdAt: row.createdAt.toISOString(),
  userProductId: row.userProductId,
})

/** An order as it is answered to its member. */
export async function describeOrder(read: Reader, payments: Payments, row: OrderRow): Promise<Order> {
  const [order] = await describeOrders(read, payments, row.memberId, [row])
  if (!order) throw new Error('an order was lost')
  return order
}

/** Orders of one member: what the provider's window needs stands with those that can still be paid there. */
export async function describeOrders(
  read: Reader,
  payments: Payments,
  memberId: string,
  rows: readonly OrderRow[],
): Promise<Order[]> {
  const buyer = rows.some(isPayable) ? await describeBuyer(read, memberId) : undefined
  return rows.map((row) => {
    const payment = buyer && isPayable(row) ? paymentOf(payments, row, buyer) : null
    return Object.assign(toOrderRecord(row), { payment })
  })
}

type Buyer = Pick<PaymentRequest, 'buyerName' | 'buyerTel'>

const isPayable = ({ state }: OrderRow) => state === 'Create'

/** Whom a payment is made out to. */
export async function describeBuyer(read: Reader, memberId: string): Promise<Buyer> {
  const [row] = await read
    .select({ name: members.name, phoneNumber: members.phoneNumber, leftAt: members.leftAt })
    .from(members)
    .where(eq(members.id, memberId))
  const { name, phoneNumber } = shownMember(row)
  return { buyerName: name, buyerTel: nationalNumber(phoneNumber) }
}

const paymentOf = (
  { impCode, channelKey }: Payments,
  { merchantUid, productName, amount }: OrderRow,
  { buyerName, buyerTel }: Buyer,
): PaymentRequest => ({ impCode, channelKey, merchantUid, name: productName, amount, buyerName, buyerTel })
