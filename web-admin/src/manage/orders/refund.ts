import { ApiError } from '@kingcar/client'
import { canOrder, type OrderDetail, type RefundAccount } from '@kingcar/contract'
import { SignedOutError } from '../../api/session.ts'

/**
 * A refund. The amount is in won; null for an order that cost nothing. The account is that of the member, for an order that
 * needs one.
 */
export type Refund = {
  amount: number | null
  reason: string
  account?: RefundAccount
  /** Approval number of the cancellation on the card terminal, if the sale was paid there. */
  cancelApprovalNumber?: string
}

/** Why a refund with an unknown outcome was not sent again: its key has expired, or is that of another administrator. */
export class OutdatedRefundError extends Error {
  override name = 'OutdatedRefundError'
}

/** Money of an order that can be refunded. */
export type Refundable = {
  /** In won. */
  left: number
  /** Whether it is money that arrived after the order's end. */
  isOwed: boolean
}

/**
 * The part of an order that can be refunded: what is left of its payment, or money that a closed order owes to an
 * account of the member.
 */
export function refundableOf(order: OrderDetail): Refundable | undefined {
  if (canOrder('refund', order.state)) return { left: order.amount - order.refundedAmount, isOwed: false }
  const owed = openOwedOf(order).find(({ needsAccount }) => needsAccount)
  return order.refundNeedsAccount && owed ? { left: owed.amount, isOwed: true } : undefined
}

/** The order's money that is not returned yet; an orders service of an earlier version does not send it. */
export const openOwedOf = ({ owedReturns }: Partial<Pick<OrderDetail, 'owedReturns'>>) => owedReturns ?? []

/**
 * Whether the outcome of a refund is unknown after `cause`. If it was unknown before, only a response about this
 * request makes it known. CONFLICT (the request is still running), 429 and an ended session do not.
 * IDEMPOTENCY_KEY_REUSED does: the service has the request, but with another account than the one typed now.
 */
export function isUnsure(cause: unknown, before: boolean): boolean {
  if (cause instanceof SignedOutError) return before
  if (!(cause instanceof ApiError) || cause.status >= 500) return true
  return before && (cause.code === 'CONFLICT' || cause.status === 429)
}

/** Parses a typed amount in won: `50,000원`, `50000`; undefined if it is not a whole number. */
export function readWon(typed: string): number | undefined {
  const digits = typed.normalize('NFKC').replaceAll(/[\s,]|원$/g, '')
  return /^\d{1,12}$/.test(digits) ? Number(digits) : undefined
}
