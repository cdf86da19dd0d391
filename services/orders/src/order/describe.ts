import {
  canOrder,
  closedOrderStates,
  nationalNumber,
  type Order,
  type OrderPayment,
  type OrderRecord,
  type OrderSummary,
  type PayMethod,
  type PaymentRequest,
} from '@kingcar/contract'
import type { Reader } from '@kingcar/db'
import type { PaymentWindow } from '../context.ts'
import { toUsedCoupon } from '../coupon/discount.ts'
import { loadMemberContacts, type MemberContact, toDisplayedMember } from '../member/contact.ts'
import { findOrdersOwedToAccount } from '../owed-return/queries.ts'
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
  discount: row.discount,
  coupon: row.coupon && toUsedCoupon(row.coupon),
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

/** Describes several orders, as `describeOrder` does. */
export async function describeOrders(
  read: Reader,
  payments: PaymentWindow,
  rows: readonly OrderRow[],
): Promise<Order[]> {
  const [members, owed] = await Promise.all([
    loadMemberContacts(
      read,
      rows.filter(hasPayment).map(({ memberId }) => memberId),
    ),
    loadOwedToAccount(read, rows),
  ])
  return rows.map((row) => toOrder(payments, row, members(row.memberId), owed.has(row.id)))
}

/**
 * An order as its member sees it, for a row whose member's contact is loaded.
 * @param isOwed whether the order is closed and has money that can be returned only to an account of the member
 */
export function toOrder(payments: PaymentWindow, row: OrderRow, member: MemberContact, isOwed = false): Order {
  const payment = hasPayment(row) ? paymentOf(payments, row, toBuyer(member)) : null
  const refundNeedsAccount = canOrder('refund', row.state) ? isPaidToAccount(row) : isOwed
  return Object.assign(toOrderRecord(row), { payment, refundNeedsAccount })
}

/** Whether an order was paid by virtual account, so that the payer has to name an account for its refund. */
export const isPaidToAccount = ({ paymentDetails }: OrderRow): boolean => paymentDetails?.method === 'virtualAccount'

/** Looks at closed orders only: a refund of any other order concerns its own payment. */
const loadOwedToAccount = (read: Reader, rows: readonly OrderRow[]) =>
  findOrdersOwedToAccount(
    read,
    rows.filter(({ state }) => closedOrderStates.some((closed) => closed === state)).map(({ id }) => id),
  )

/** Orders as administrators see them. */
export async function summariseOrders(
  read: Reader,
  payments: PaymentWindow,
  rows: readonly OrderRow[],
): Promise<OrderSummary[]> {
  const [members, owed] = await Promise.all([
    loadMemberContacts(
      read,
      rows.map(({ memberId }) => memberId),
    ),
    loadOwedToAccount(read, rows),
  ])
  return rows.map((row) => {
    const { memberId } = row
    const member = members(memberId)
    const { name, phoneNumber } = toDisplayedMember(member)
    const contact = { memberId, memberName: name, memberPhoneNumber: phoneNumber }
    return Object.assign(toOrder(payments, row, member, owed.has(row.id)), contact)
  })
}

type Buyer = Pick<PaymentRequest, 'buyerName' | 'buyerTel'>

/** Whether an order can be paid in the provider's window, or the provider has a payment of it. */
const hasPayment = ({ state, paymentDetails }: OrderRow) => state === 'Create' || paymentDetails !== null

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
  window: PaymentWindow,
  { merchantUid, productName: name, amount, paymentDetails, api, payMethod }: OrderRow,
  buyer: Buyer,
): OrderPayment => {
  const common = { merchantUid, name, amount, ...buyer }
  const isV2 = (api === 'both' ? window.current : api) === 'v2'
  const request: PaymentRequest = isV2
    ? { ...common, impCode: '', api: 'v2', ...v2Window(window.v2, payMethod ?? 'card') }
    : { ...common, impCode: window.impCode, api: 'v1', channelKey: window.channelKey }
  return Object.assign(request, paymentDetails)
}

/** The provider's names of methods in the window of V2: a wallet has a channel of its own. */
const windowMethods = {
  card: 'CARD',
  kakaopay: 'EASY_PAY',
  naverpay: 'EASY_PAY',
  tosspay: 'EASY_PAY',
  virtualAccount: 'VIRTUAL_ACCOUNT',
} as const satisfies Record<PayMethod, string>

/**
 * The fields that V2's window needs in addition to V1's: the store, the method's own channel, and V2's name of the
 * method.
 */
const v2Window = ({ storeId, channelKeys }: PaymentWindow['v2'], payMethod: PayMethod) => ({
  storeId,
  channelKey: channelKeys[payMethod] ?? '',
  payMethod: windowMethods[payMethod],
})
