import type { CashReceiptKind, DunningReason, PaymentMethod, Range, RefundAccount } from '@kingcar/contract'

/*
 * The interface of a payment provider. It is implemented for PortOne's APIs V1 and V2. A payment's `orderUid` is V1's
 * merchant_uid and V2's paymentId, its `paymentUid` the imp_uid or the transactionId, and PARTIAL_CANCELLED is `cancelled` with
 * less than the amount.
 */

/** The API by which a card was registered. */
export type Api = 'v1' | 'v2'
/** The API by which an order is paid; `both` if a card of the other API was charged for it. */
export type OrderApi = Api | 'both'

/** The two ids of a payment: V1 needs one of them, V2 the other. */
export type PaymentRef = { paymentUid: string; orderUid: string }

/** An account for the transfer of one payment. */
export type IssuedAccount = { bank: string; number: string; holder: string }

/** Why a charge failed, in KingCar's words. `bankUnavailable`: the bank or network failed, and a later charge may succeed. */
export type ChargeFailure = Exclude<DunningReason, 'noCard'>

/** A payment as the provider records it. Amounts in won. `orderUid` is the order's `merchantUid`. */
export type Payment = PaymentRef & {
  /** Money of a virtual account can be refunded only to an account that the payer names. */
  method: PaymentMethod
  /** The wallet, if the method is `easyPay`. */
  easyPay: string | null
  cardName: string | null
  receiptUrl: string | null
  /** The issued virtual account, also after it was closed. */
  account: IssuedAccount | null
  /** Until when the account accepts a transfer, by the provider's clock; null without one. */
  accountDueAt: Date | null
  /** `ready`: awaited, such as a transfer to a virtual account. `cancelled`: refunded at least in part. */
  status: 'ready' | 'paid' | 'failed' | 'cancelled'
  amount: number
  cancelledAmount: number
  currency: string
  /** Null where no money was paid. */
  paidAt: Date | null
  /** When it was last refunded, in full or in part; null if it never was. */
  cancelledAt: Date | null
  /** Its refunds, the oldest first; empty where the provider does not list them. */
  cancellations: readonly { amount: number; at: Date | null }[]
  /** Until when a `ready` payment is awaited, if the provider says so. */
  dueAt: Date | null
  failReason: string | null
  /** Null unless it failed. */
  failure: ChargeFailure | null
  /** Whether it was started in the provider's window, and not by a charge of KingCar. */
  inWindow: boolean
}

/** A billing key, and the card's data that may be displayed. V2 chooses the name of the key itself. */
export type BillingKey = { customerUid: string; issuer: string; maskedNumber: string }

/** Card data; passed on to the provider and never stored. */
export type CardData = { cardNumber: string; expiry: string; birth: string; passwordTwoDigits: string }

export type Charge = {
  customerUid: string
  orderUid: string
  amount: number
  name: string
  buyerName: string
  buyerTel: string
  /** Names the attempt: the same for each repetition of this call. */
  attempt: string
}

export type Cancel = PaymentRef & {
  amount: number
  /** The amount that KingCar believes is left of the payment; if it is wrong, the provider cancels nothing. */
  cancellable: number
  reason: string
  /** The account to which a payment by virtual account is refunded. */
  refundAccount: RefundAccount | null
  /** Names the attempt: the same for each repetition of this call. */
  attempt: string
}

/** A receipt for the tax office (현금영수증) of money that was received without the provider. Amounts in won. */
export type CashReceiptRequest = {
  /** Chosen by KingCar; the provider issues one receipt for it. */
  receiptUid: string
  name: string
  amount: number
  /** For an income deduction or as proof of expenses of a business. */
  kind: CashReceiptKind
  /** Phone number of the buyer, or number of the business. */
  identifier: string
  buyerName: string
  buyerTel: string
}

export type IssuedCashReceipt = {
  /** The receipt's approval number at the tax office. */
  number: string
  url: string | null
  amount: number
  cancelled: boolean
}

/** The provider refused the call. The message is its reason, in a form that may be displayed. */
export class ProviderRefused extends Error {
  override name = 'ProviderRefused'
  readonly failure: ChargeFailure

  constructor(message: string, failure: ChargeFailure = 'declined') {
    super(message)
    this.failure = failure
  }
}

/** The call did not reach the provider, so nothing happened. */
export class ProviderUnreachable extends Error {
  override name = 'ProviderUnreachable'
}

/** Whether the call had an effect is not known: the response was lost, late or invalid. */
export class ProviderOutcomeUnknown extends Error {
  override name = 'ProviderOutcomeUnknown'
}

/**
 * Each call fails with ProviderRefused, ProviderUnreachable or ProviderOutcomeUnknown. Reads may be repeated; a call that
 * moves money needs an intent stored before it.
 */
export type PaymentProvider = {
  findPayment(ref: PaymentRef): Promise<Payment | undefined>
  /** All payment attempts for an order. */
  listAttempts(orderUid: string): Promise<Payment[]>
  /**
   * Returns which of at most 100 orders have any payment attempt; all of them, if the provider has no call for this.
   */
  findAttemptedOrders(orderUids: readonly string[]): Promise<Set<string>>
  /** Cancelled payments, the latest cancellation first, from page 1. */
  listCancelled(page: number): Promise<{ payments: Payment[]; hasMore: boolean }>
  /**
   * Payments that got a status in a range of at most 90 days, from page 1, and how many pages there are. A payment that
   * changes between two calls can move to an earlier page.
   */
  listChanged(status: 'paid' | 'cancelled', range: Range, page: number): Promise<{ payments: Payment[]; pages: number }>
  /** Announces the order's amount, so that the provider's window accepts no other. */
  announceAmount(order: { orderUid: string; amount: number }): Promise<void>
  charge(charge: Charge): Promise<Payment>
  cancel(cancel: Cancel): Promise<Payment>
  /** Closes a virtual account, so that it accepts no transfer. Refused where it is closed or was paid. */
  revokeAccount(ref: PaymentRef): Promise<void>
  /** @param customerUid a new name, under which `findKey` finds the key if this response is lost */
  issueKey(customerUid: string, card: CardData): Promise<BillingKey>
  findKey(customerUid: string): Promise<BillingKey | undefined>
  /** Refused for a key that does not exist. */
  revokeKey(customerUid: string): Promise<void>
  /** Refused if a receipt with its `receiptUid` was issued before. */
  issueCashReceipt(request: CashReceiptRequest): Promise<IssuedCashReceipt>
  findCashReceipt(receiptUid: string): Promise<IssuedCashReceipt | undefined>
  /** Cancels a receipt as a whole. Refused for one that does not exist or is cancelled. */
  cancelCashReceipt(receiptUid: string): Promise<void>
}
