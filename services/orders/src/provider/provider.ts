/*
 * What the product asks of a payment provider. PortOne's V1 stands behind it; its V2 has the same calls under other names
 * (a payment's `orderUid` is V2's paymentId, its `paymentUid` the transactionId, PARTIAL_CANCELLED a `cancelled` with less
 * than the amount).
 */

/** A payment as the provider has it. Amounts in won. */
export type Payment = {
  paymentUid: string
  /** The order that it was made for, by our name for it. */
  orderUid: string
  /** `ready`: awaited, such as a transfer to a virtual account. `cancelled`: at least a part has gone back. */
  status: 'ready' | 'paid' | 'failed' | 'cancelled'
  amount: number
  cancelledAmount: number
  currency: string
  /** Null where no money has come. */
  paidAt: Date | null
  /** Until when a `ready` one is awaited, where the provider says so. */
  dueAt: Date | null
  failReason: string | null
  /** Whether somebody tried it in the provider's window, and not we. */
  inWindow: boolean
}

/** A billing key, and what may be shown of the card that it charges. */
export type BillingKey = { customerUid: string; issuer: string; maskedNumber: string }

/** What passes through and is kept nowhere. */
export type CardData = { cardNumber: string; expiry: string; birth: string; passwordTwoDigits: string }

export type Charge = {
  customerUid: string
  orderUid: string
  amount: number
  name: string
  buyerName: string
  buyerTel: string
}

export type Cancel = {
  paymentUid: string
  amount: number
  /** What we believe is left of it: where that is not so the provider cancels nothing. */
  cancellable: number
  reason: string
}

/** The provider answered that it will not. Its reason is fit to be shown. */
export class ProviderRefused extends Error {
  override name = 'Refused'
}

/** Nothing has reached the provider. */
export class ProviderUnreachable extends Error {
  override name = 'Away'
}

/** Whether it happened is not known: the answer was lost, late, or no answer. */
export class ProviderOutcomeUnknown extends Error {
  override name = 'Unknown'
}

/** Each call fails with Refused, Away or Unknown. What only reads may be repeated; what moves money has an intent before it. */
export type PaymentProvider = {
  findPayment(paymentUid: string): Promise<Payment | undefined>
  /** Every payment that was tried for an order. */
  listAttempts(orderUid: string): Promise<Payment[]>
  /** For which of these orders, at most a hundred, anything was tried. */
  findAttemptedOrders(orderUids: readonly string[]): Promise<Set<string>>
  /** Payments that were cancelled, the newest cancellation first: page 1, 2, … until there are none. */
  listCancelled(page: number): Promise<{ payment: Payment; cancelledAt: Date | null }[]>
  /** Tells the amount beforehand, so that its window takes no other. */
  announceAmount(order: { orderUid: string; amount: number }): Promise<void>
  charge(charge: Charge): Promise<Payment>
  cancel(cancel: Cancel): Promise<Payment>
  issueKey(customerUid: string, card: CardData): Promise<BillingKey>
  findKey(customerUid: string): Promise<BillingKey | undefined>
  /** One that is not there is no failure. */
  revokeKey(customerUid: string): Promise<void>
}
