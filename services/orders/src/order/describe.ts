import { nationalNumber, type Order, type OrderRecord, type OrderSummary, type PaymentRequest } from '@kingcar/contract'
import type { Reader } from '@kingcar/db'
import type { PaymentWindow } from '../context.ts'
import { loadMemberContacts, type MemberContact, toDisplayedMember } from '../member/contact.ts'
import type { OrderRow } from '../tables.ts'

/** An order as events carry it and as administrators' lists show it. */
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

/** An order as its member sees it. */
export async function describeOrder(read: Reader, payments: PaymentWindow, row: OrderRow): Promise<Order> {
  const [order] = await describeOrders(read, payments, [row])
  if (!order) throw new Error('order missing')
  return order
}

/** The same for several orders; those that can still be paid include what the provider's window needs. */
export async function describeOrders(
  read: Reader,
  payments: PaymentWindow,
  rows: readonly OrderRow[],
): Promise<Order[]> {
  const members = await loadMemberContacts(
    read,
    rows.filter(isPayable).map(({ memberId }) => memberId),
  )
  return rows.map((row) => toOrder(payments, row, members(row.memberId)))
}

/** The same for an order whose member's contact is loaded. */
export function toOrder(payments: PaymentWindow, row: OrderRow, member: MemberContact): Order {
  const payment = isPayable(row) ? paymentOf(payments, row, toBuyer(member)) : null
  return Object.assign(toOrderRecord(row), { payment })
}

/** Orders as administrators see them. */
export async function summariseOrders(
  read: Reader,
  payments: PaymentWindow,
  rows: readonly OrderRow[],
): Promise<OrderSummary[]> {
  const members = await loadMemberContacts(
    read,
    rows.map(({ memberId }) => memberId),
  )
  return rows.map((row) => {
    const { memberId } = row
    const member = members(memberId)
    const { name, phoneNumber } = toDisplayedMember(member)
    const contact = { memberId, memberName: name, memberPhoneNumber: phoneNumber }
    return Object.assign(toOrder(payments, row, member), contact)
  })
}

type Buyer = Pick<PaymentRequest, 'buyerName' | 'buyerTel'>

const isPayable = ({ state }: OrderRow) => state === 'Create'

/** Loads the buyer's name and phone number of a payment. */
export async function describeBuyer(read: Reader, memberId: string): Promise<Buyer> {
  const members = await loadMemberContacts(read, [memberId])
  return toBuyer(members(memberId))
}

const toBuyer = (member: MemberContact): Buyer => {
  const { name, phoneNumber } = toDisplayedMember(member)
  return { buyerName: name, buyerTel: nationalNumber(phoneNumber) }
}

const paymentOf = (
  { impCode, channelKey }: PaymentWindow,
  { merchantUid, productName, amount }: OrderRow,
  { buyerName, buyerTel }: Buyer,
): PaymentRequest => ({ impCode, channelKey, merchantUid, name: productName, amount, buyerName, buyerTel })
