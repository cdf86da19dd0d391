// Generated from the contract by `npm run generate`: do not edit.
import type { CallOptions } from '../../model/call.ts'
import type {
  CalendarDate,
  Card,
  Id,
  Instant,
  Order,
  OrderDetail,
  OrderSummary,
  OwedReturn,
  Page,
  PageQuery,
  RefundAccount,
  Revenue,
  UseLog,
  UseLogDetail,
  UserProduct,
  UserProductSummary,
  Won,
} from './schemas.ts'

export type CreateOrderInput = {
  productId: Id
  carId?: Id
  /** Upper and lower case are equal; spaces and hyphens are ignored. Without it, the largest discount of the coupons without a code applies */
  couponCode?: string
  /** How the member wants to pay in the provider's window; `card` if it is absent */
  payMethod?: 'card' | 'kakaopay' | 'naverpay' | 'tosspay' | 'virtualAccount'
}

export type PriceOrderInput = {
  productId: Id
  /** Upper and lower case are equal; spaces and hyphens are ignored. Without it, the largest discount of the coupons without a code applies */
  couponCode?: string
}
export type PriceOrderResult = {
  price: Won
  discount: Won
  /** KRW to pay */
  amount: number
  coupon: { id: Id; name: string; code: string | null; payments: number | null } | null
}

export type ListMyOrdersInput = PageQuery & {
  state?: 'Create' | 'Reserved' | 'Paid' | 'Completed' | 'Fail' | 'Cancel' | 'Refund'
  sort?: ('createdAt,asc' | 'createdAt,desc' | 'amount,asc' | 'amount,desc')[]
}

export type GetMyOrderInput = { orderId: Id }

export type PayOrderInput = {
  orderId: Id
  /** The window's `imp_uid`, or its `txId` by API v2 */
  impUid?: string
  cardId?: Id
}

export type CancelOrderInput = { orderId: Id }

export type RefundMyOrderInput = { orderId: Id; refundAccount?: RefundAccount }

export type ReceivePaymentWebhookInput = {
  imp_uid: string
  merchant_uid: string
  status: string
  cancellation_id?: string | null
}

export type ReceiveSignedPaymentWebhookInput = {
  type: string
  data: { paymentId?: string; transactionId?: string; cancellationId?: string }
}

export type ListOrdersInput = PageQuery & {
  q?: string
  storeId?: Id
  couponId?: Id
  state?: 'Create' | 'Reserved' | 'Paid' | 'Completed' | 'Fail' | 'Cancel' | 'Refund'
  /** Only sales at the counters of the administrator's stores, or of `storeId`, whose cash receipt is refused; without refunded sales and sales to members who have left */
  cashReceipt?: 'refused'
  /** Inclusive: a time, or a day in Asia/Seoul from its start */
  from?: string
  /** Exclusive: a time, or a day in Asia/Seoul to its end */
  to?: string
  sort?: ('createdAt,asc' | 'createdAt,desc' | 'paidAt,asc' | 'paidAt,desc' | 'amount,asc' | 'amount,desc')[]
}

export type CountOrdersInput = {
  q?: string
  storeId?: Id
  couponId?: Id
  state?: 'Create' | 'Reserved' | 'Paid' | 'Completed' | 'Fail' | 'Cancel' | 'Refund'
  /** Only sales at the counters of the administrator's stores, or of `storeId`, whose cash receipt is refused; without refunded sales and sales to members who have left */
  cashReceipt?: 'refused'
  /** Inclusive: a time, or a day in Asia/Seoul from its start */
  from?: string
  /** Exclusive: a time, or a day in Asia/Seoul to its end */
  to?: string
  /** Counts up to this number */
  most?: number
}
export type CountOrdersResult = {
  /** At most `most` */
  count: number
  paid: number | null
  refunded: Won | null
}

export type ExportOrdersInput = PageQuery & {
  q?: string
  storeId?: Id
  couponId?: Id
  state?: 'Create' | 'Reserved' | 'Paid' | 'Completed' | 'Fail' | 'Cancel' | 'Refund'
  /** Only sales at the counters of the administrator's stores, or of `storeId`, whose cash receipt is refused; without refunded sales and sales to members who have left */
  cashReceipt?: 'refused'
  /** Inclusive: a time, or a day in Asia/Seoul from its start */
  from?: string
  /** Exclusive: a time, or a day in Asia/Seoul to its end */
  to?: string
  sort?: ('createdAt,asc' | 'createdAt,desc' | 'paidAt,asc' | 'paidAt,desc' | 'amount,asc' | 'amount,desc')[]
  /** Ids of rows: the file has only those that also match the query */
  ids?: Id[]
  /** Purpose of the file; recorded in the audit log, with the number of rows */
  reason?: string
  /** Without masks; needs a `reason` and the permission `members.contact` */
  full?: boolean
}

export type GetRevenueInput = {
  /** Inclusive: a time, or a day in Asia/Seoul from its start */
  from: string
  /** Exclusive: a time, or a day in Asia/Seoul to its end */
  to: string
  by?: 'day' | 'month'
}

export type GetOrderInput = { orderId: Id }

export type RefundOrderInput = {
  orderId: Id
  /** KRW; everything that is left if absent */
  amount?: number
  reason: string
  refundAccount?: RefundAccount
  /** Approval number on the receipt of the card terminal */
  cancelApprovalNumber?: string
}

export type CreateCouponInput = {
  automatic?: boolean
  /** Upper and lower case are equal; spaces and hyphens are ignored */
  code?: string
  name: string
  discountWon?: Won | null
  discountPercent?: number | null
  maximumDiscount?: number | null
  payments?: number | null
  /** Products to which the coupon applies; empty means all */
  productIds?: Id[]
  /** The coupon applies to products that are usable at one of these stores; empty means all */
  storeIds?: Id[]
  fromDate?: CalendarDate | null
  untilDate?: string | null
  limitTotal?: number | null
  limitPerMember?: number | null
}

export type ListCouponsInput = PageQuery & {
  q?: string
  /** ended: by an administrator, or after its last day; current: all others, also before its first day */
  state?: 'current' | 'ended'
  sort?: ('createdAt,asc' | 'createdAt,desc' | 'name,asc' | 'name,desc')[]
}

export type GetCouponInput = { id: Id }
export type GetCouponResult = {
  id: Id
  code: string | null
  name: string
  discountWon: Won | null
  discountPercent: number | null
  maximumDiscount: number | null
  payments: number | null
  /** Products to which the coupon applies; empty means all */
  productIds: Id[]
  /** The coupon applies to products that are usable at one of these stores; empty means all */
  storeIds: Id[]
  fromDate: CalendarDate | null
  untilDate: string | null
  limitTotal: number | null
  limitPerMember: number | null
  /** Number of open and paid orders with the coupon, without renewals */
  redemptions: number
  /** Total discount on paid orders and renewals, in KRW */
  discounted: number
  endedAt: Instant | null
  createdAt: Instant
}

export type UpdateCouponInput = {
  id: Id
  name?: string
  discountWon?: Won | null
  discountPercent?: number | null
  maximumDiscount?: number | null
  payments?: number | null
  /** Products to which the coupon applies; empty means all */
  productIds?: Id[]
  /** The coupon applies to products that are usable at one of these stores; empty means all */
  storeIds?: Id[]
  fromDate?: CalendarDate | null
  untilDate?: string | null
  limitTotal?: number | null
  limitPerMember?: number | null
}

export type EndCouponInput = { id: Id }

export type DeleteCouponInput = { id: Id }

export type SellProductInput = {
  memberId: Id
  productId: Id
  carId?: Id
  storeId: Id
  /** Upper and lower case are equal; spaces and hyphens are ignored. Without it no coupon applies */
  couponCode?: string
  method: 'cash' | 'cardTerminal' | 'bankTransfer'
  /** Approval number on the receipt of the card terminal */
  approvalNumber?: string
  /** KRW that was received, which has to be the current price less the discount of the coupon */
  amount: number
  cashReceipt?: {
    /** personal: income deduction by phone number; corporate: proof of expenses by business number */
    kind: 'personal' | 'corporate'
    /** Phone number, or business number (사업자등록번호) with a correct check digit */
    identifier: string
  }
  /** Whether the business number of the receipt is stored for further sales to this car */
  remembersBusiness?: boolean
}
export type SellProductResult = {
  orderId: Id
  merchantUid: string
  productName: string
  amount: Won
  method: 'cash' | 'cardTerminal' | 'bankTransfer'
  paidAt: Instant
  userProductId: Id | null
}

export type PriceCounterSaleInput = {
  memberId: Id
  productId: Id
  storeId: Id
  /** Upper and lower case are equal; spaces and hyphens are ignored. Without it no coupon applies */
  couponCode?: string
}

export type ListCounterCarsInput = { memberId: Id }
export type ListCounterCarsResult = { id: Id; carNumber: string; businessNumber: string | null }[]

export type IssueCashReceiptInput = {
  orderId: Id
  /** personal: income deduction by phone number; corporate: proof of expenses by business number */
  kind: 'personal' | 'corporate'
  /** Phone number, or business number (사업자등록번호) with a correct check digit */
  identifier: string
}
export type IssueCashReceiptResult = {
  /** pending: it is being issued, cancelled or replaced; refused: the provider has issued nothing, and staff can request it again */
  state: 'pending' | 'issued' | 'refused' | 'cancelled'
  kind: 'personal' | 'corporate'
  /** Amount of the receipt in KRW; present before it is issued, too */
  amount: number
  number: string | null
  url: string | null
  refusal: string | null
}

export type ImportSettlementInput = {
  fileName: string
  /** Text of the file */
  csv: string
}
export type ImportSettlementResult = {
  id: Id
  fileName: string
  importedAt: Instant
  importedBy: string | null
  from: CalendarDate
  to: CalendarDate
  /** Rows of the file */
  rows: number
}

export type ListSettlementsInput = Record<never, never>

export type CountSettlementsInput = {
  /** Ids of rows: the file has only those that also match the query */
  ids?: Id[]
}
export type CountSettlementsResult = {
  /** Rows of the files */
  rows: number
  paid: Won
  refunded: Won
  /** KRW, with its VAT */
  fee: number
  /** KRW, that is paid out */
  settled: number
}

export type GetSettlementInput = { id: Id }
export type GetSettlementResult = {
  id: Id
  fileName: string
  importedAt: Instant
  importedBy: string | null
  from: CalendarDate
  to: CalendarDate
  /** Rows of the file */
  rows: number
  sums: {
    paid: Won
    refunded: Won
    /** KRW, with its VAT */
    fee: number
    /** KRW, that is paid out */
    settled: number
  }
  own: { paid: Won; refunded: Won }
  differenceCount: number
  /** The largest differences, at most 500 */
  differences: {
    /** missingHere: only the settlement has it; missingInFile: only the ledger has it; otherAmount: both have it, with different amounts; otherDay: both have it, on different days; owedReturn: the payment is among the owed returns; wrongSum: the amount minus the fees is not the amount that is paid out; wrongVat: the VAT of a fee is not a tenth of the fee */
    kind: 'missingHere' | 'missingInFile' | 'otherAmount' | 'otherDay' | 'owedReturn' | 'wrongSum' | 'wrongVat'
    movement: 'paid' | 'refunded'
    date: CalendarDate
    merchantUid: string
    orderId: string | null
    paymentUid: string
    /** KRW, 0 if the file has none */
    fileAmount: number
    /** KRW, 0 if the ledger has none */
    ownAmount: number
  }[]
}

export type DeleteSettlementInput = { id: Id }

export type GetStatementInput = {
  /** YYYY-MM in Asia/Seoul */
  month: string
  storeId?: Id
}
export type GetStatementResult = {
  month: string
  asOf: Instant
  settledUntil: string | null
  rows: {
    storeId: string | null
    storeName: string
    method: string
    methodName: string
    atCounter: boolean
    /** Paid ones */
    orders: number
    paid: Won
    refunded: Won
    /** KRW, with its VAT, as settlement files have it */
    fee: number
    /** KRW, paid less refunded and fee */
    net: number
  }[]
}

export type ExportStatementInput = GetStatementInput

export type ListOwedReturnsInput = PageQuery & {
  /** `settled`: money that was returned, also in the console of the provider */
  state?: 'open' | 'settled'
  sort?: ('since,asc' | 'since,desc' | 'amount,asc' | 'amount,desc')[]
}

export type SettleOwedReturnInput = { id: Id; reason: string }

export type CreateCardInput = {
  cardNumber?: string
  expiry?: string
  /** Date of birth as YYMMDD, or business number */
  birth?: string
  passwordTwoDigits?: string
  /** Chosen by the app and hard to guess: the first member to register it gets the card */
  customerUid?: string
  alias?: string | null
}

export type ListCardsInput = Record<never, never>

export type UpdateCardInput = { id: Id; alias?: string | null; main?: boolean }

export type DeleteCardInput = { id: Id }

export type ListMyProductsInput = PageQuery & {
  sort?: ('startsAt,asc' | 'startsAt,desc' | 'endsAt,asc' | 'endsAt,desc')[]
}

export type StopRenewalInput = { id: Id }

export type ResumeRenewalInput = { id: Id }

export type RetryPaymentInput = { id: Id; cardId?: Id }

export type PauseMyProductInput = {
  id: Id
  /** Length in days of 24 hours, from now */
  days: number
}

export type UnpauseMyProductInput = { id: Id }

export type GetMyProductChangeInput = { id: Id; productId: Id }
export type GetMyProductChangeResult = {
  now: {
    /** Price of the new plan less the credit */
    amount: number
    /** Value of the unused days */
    credit: number
    /** Days from tomorrow to the end of the period, in Asia/Seoul */
    unusedDays: number
    periodDays: number
  } | null
  periodEnd: { at: Instant; amount: Won }
}

export type ChangeMyProductInput = { id: Id; productId: Id; when: 'now' | 'periodEnd' }
export type ChangeMyProductResult = { userProduct: UserProduct; order: Order | null }

export type MoveMyProductInput = { id: Id; carId: Id }

export type ListUserProductsInput = PageQuery & {
  q?: string
  memberId?: Id
  productId?: Id
  type?: 'subscribe' | 'onetime'
  state?: 'Available' | 'Unavailable' | 'Cancel' | 'Complete'
  /** planned: it is charged at `nextBillingAt`; unpaid: the last charge failed (`dunning`); none: it does not renew */
  renewal?: 'planned' | 'unpaid' | 'none'
  /** Only subscriptions whose price is raised, with this state of the member's consent */
  priceConsent?: 'open' | 'accepted' | 'declined'
  sort?: ('createdAt,asc' | 'createdAt,desc' | 'startsAt,asc' | 'startsAt,desc' | 'endsAt,asc' | 'endsAt,desc')[]
}

export type CountUserProductsInput = {
  q?: string
  memberId?: Id
  productId?: Id
  type?: 'subscribe' | 'onetime'
  state?: 'Available' | 'Unavailable' | 'Cancel' | 'Complete'
  /** planned: it is charged at `nextBillingAt`; unpaid: the last charge failed (`dunning`); none: it does not renew */
  renewal?: 'planned' | 'unpaid' | 'none'
  /** Only subscriptions whose price is raised, with this state of the member's consent */
  priceConsent?: 'open' | 'accepted' | 'declined'
  /** Counts up to this number */
  most?: number
}
export type CountUserProductsResult = {
  /** At most `most` */
  count: number
}

export type ExportUserProductsInput = PageQuery & {
  q?: string
  memberId?: Id
  productId?: Id
  type?: 'subscribe' | 'onetime'
  state?: 'Available' | 'Unavailable' | 'Cancel' | 'Complete'
  /** planned: it is charged at `nextBillingAt`; unpaid: the last charge failed (`dunning`); none: it does not renew */
  renewal?: 'planned' | 'unpaid' | 'none'
  /** Only subscriptions whose price is raised, with this state of the member's consent */
  priceConsent?: 'open' | 'accepted' | 'declined'
  sort?: ('createdAt,asc' | 'createdAt,desc' | 'startsAt,asc' | 'startsAt,desc' | 'endsAt,asc' | 'endsAt,desc')[]
  /** Ids of rows: the file has only those that also match the query */
  ids?: Id[]
  /** Purpose of the file; recorded in the audit log, with the number of rows */
  reason?: string
  /** Without masks; needs a `reason` and the permission `members.contact` */
  full?: boolean
}

export type GrantUserProductInput = { memberId: Id; productId: Id; startsAt?: Instant; reason: string }

export type MoveUserProductInput = { id: Id; carId: Id }

export type CancelUserProductInput = { id: Id; reason: string }

export type StopUserProductInput = { id: Id; reason: string }

export type ResumeUserProductInput = { id: Id; reason: string }

export type PauseUserProductInput = {
  id: Id
  /** Length in days of 24 hours, from now */
  days: number
  reason: string
}

export type UnpauseUserProductInput = { id: Id; reason: string }

export type ChangeUserProductPlanInput = {
  id: Id
  productId: Id
  /** `periodEnd` if it is absent */
  when?: 'now' | 'periodEnd'
  /** KRW to which the member has agreed: `now.amount` of the quote. Required with `now`, ignored otherwise */
  amount?: number
  reason: string
}

export type GetUserProductChangeInput = { id: Id; productId: Id }

export type RetryUserProductPaymentInput = { id: Id; reason: string }

export type CountSubscriptionsInput = { id: Id }
export type CountSubscriptionsResult = { renewing: number }

export type AnnouncePriceChangeInput = {
  id: Id
  /** raise: for subscriptions that cost less than `price`; lower: for those that cost more than `price` */
  kind: 'raise' | 'lower'
  /** KRW of a period */
  price: number
  fromDate: CalendarDate
}
export type AnnouncePriceChangeResult = {
  id: Id
  productId: Id
  /** raise: for subscriptions that cost less than `price`; lower: for those that cost more than `price` */
  kind: 'raise' | 'lower'
  /** KRW of a period */
  price: number
  /** First day in Asia/Seoul: a period that begins on it or later costs the new price */
  fromDate: string
  announcedAt: Instant
  withdrawnAt: Instant | null
  /** Whether it can be withdrawn: it is the latest change of the product and not withdrawn, and it is a raise or its day has not come */
  withdrawable: boolean
  /** Number of subscriptions that will get the new price; their members were notified */
  waiting: number
  /** Number of subscriptions whose member has not yet accepted or declined a raise */
  open: number
  /** Number of subscriptions whose latest answer is a consent */
  accepted: number
  /** Number of subscriptions whose latest answer is a refusal */
  declined: number
}

export type ListPriceChangesInput = { id: Id }

export type WithdrawPriceChangeInput = { id: Id }

export type AnswerPriceChangeInput = {
  id: Id
  answer: 'accepted' | 'declined'
  /** The new price that the member has seen */
  price: number
  /** `textVersion` of the consent text that the member has seen */
  textVersion: number
}

export type RecordPriceAnswerInput = {
  id: Id
  answer: 'accepted' | 'declined'
  /** The new price that the member has seen */
  price: number
  /** `textVersion` of the consent text that the member has seen */
  textVersion: number
  reason: string
}

export type ListMyUseLogsInput = PageQuery & { sort?: ('usedAt,asc' | 'usedAt,desc')[] }

export type ListUseLogsInput = PageQuery & {
  q?: string
  memberId?: Id
  visitId?: Id
  storeId?: Id
  /** Inclusive: a time, or a day in Asia/Seoul from its start */
  from?: string
  /** Exclusive: a time, or a day in Asia/Seoul to its end */
  to?: string
  sort?: ('usedAt,asc' | 'usedAt,desc')[]
}

export type CountUseLogsInput = {
  q?: string
  memberId?: Id
  visitId?: Id
  storeId?: Id
  /** Inclusive: a time, or a day in Asia/Seoul from its start */
  from?: string
  /** Exclusive: a time, or a day in Asia/Seoul to its end */
  to?: string
  /** Counts up to this number */
  most?: number
}
export type CountUseLogsResult = {
  /** At most `most` */
  count: number
  reversed: number | null
}

export type ExportUseLogsInput = PageQuery & {
  q?: string
  memberId?: Id
  visitId?: Id
  storeId?: Id
  /** Inclusive: a time, or a day in Asia/Seoul from its start */
  from?: string
  /** Exclusive: a time, or a day in Asia/Seoul to its end */
  to?: string
  sort?: ('usedAt,asc' | 'usedAt,desc')[]
  /** Ids of rows: the file has only those that also match the query */
  ids?: Id[]
  /** Purpose of the file; recorded in the audit log, with the number of rows */
  reason?: string
  /** Without masks; needs a `reason` and the permission `members.contact` */
  full?: boolean
}

export type CreateUseLogInput = { visitId: Id; userProductId: Id; reason: string }

export type ReverseUseLogInput = { id: Id; reason: string }

export type GetMoneyFiguresInput = {
  /** Inclusive: a time, or a day in Asia/Seoul from its start */
  from: string
  /** Exclusive: a time, or a day in Asia/Seoul to its end */
  to: string
  /** Kind of the rows */
  by?: 'day' | 'week' | 'month' | 'store' | 'product' | 'method'
  /** previousPeriod: the period of the same length before the range; sameWeekdays: the same days of an earlier week; lastYear: the same dates a year before */
  compareWith?: 'previousPeriod' | 'sameWeekdays' | 'lastYear'
  storeId?: Id
  productId?: Id
}
export type GetMoneyFiguresResult = {
  /** The figures include everything up to this time */
  asOf: string
  from: Instant
  to: Instant
  comparedFrom: Instant | null
  comparedTo: Instant | null
  total: {
    /** Paid orders, without free ones */
    orders: number
    /** KRW that members paid for orders */
    paid: number
    /** KRW that were refunded in this period; the payments can be of an earlier one */
    refunded: number
    /** KRW of discounts by coupons, of these orders and of free ones */
    discount: number
    /** KRW that became owed to members, because their order could not keep the payment */
    owed: number
    /** Attempts to charge a renewal, by their start; a charge that is sent again is one attempt */
    renewalsTried: number
    /** Attempts that failed, by the time of the failure; includes those without a card */
    renewalsFailed: number
    /** Renewals that were paid after at least one failed attempt for the same period */
    renewalsRecovered: number
  }
  comparedTotal: GetMoneyFiguresResult['total'] | null
  rows: {
    /** Name of the period (`2026-01-31T09`, `2026-01-31`, the Monday of a week, `2026-01`), or an id */
    key: string
    name: string | null
    /** Whether the period is not over at `asOf` */
    partial: boolean
    figures: GetMoneyFiguresResult['total']
    compared: GetMoneyFiguresResult['total'] | null
  }[]
}

export type ExportMoneyFiguresInput = GetMoneyFiguresInput

export type CompareSettlementInput = { date: CalendarDate }
export type CompareSettlementResult = {
  date: CalendarDate
  asOf: Instant
  /** False if the provider has more than 20,000 payments to compare, or responds too slowly: its sums are then too low, and the differences incomplete */
  complete: boolean
  provider: {
    /** Payments of more than 0 KRW */
    payments: number
    paid: Won
    /** Payments that were refunded in full or in part */
    refunds: number
    refunded: Won
  }
  own: CompareSettlementResult['provider']
  /** Number of all differences, while `differences` has only the largest */
  differenceCount: number
  /** The largest differences, at most 500 */
  differences: {
    /** missingHere: only the provider has it; missingAtProvider: only the ledger has it; otherAmount: both have it, with different amounts; owedReturn: the payment is or was owed to the member, and so is not in the ledger of the order unless it is the payment of the order */
    kind: 'missingHere' | 'missingAtProvider' | 'otherAmount' | 'owedReturn'
    movement: 'paid' | 'refunded'
    merchantUid: string
    orderId: string | null
    /** The payment at the provider */
    paymentUid: string
    /** KRW at the provider; 0 if it has none */
    providerAmount: number
    /** KRW in the ledger; 0 if it has none */
    ownAmount: number
  }[]
}

export type GetSubscriptionFiguresInput = {
  /** Inclusive: a time, or a day in Asia/Seoul from its start */
  from: string
  /** Exclusive: a time, or a day in Asia/Seoul to its end */
  to: string
  /** Kind of the rows */
  by?: 'day' | 'week' | 'month' | 'product'
  /** previousPeriod: the period of the same length before the range; sameWeekdays: the same days of an earlier week; lastYear: the same dates a year before */
  compareWith?: 'previousPeriod' | 'sameWeekdays' | 'lastYear'
  productId?: Id
}
export type GetSubscriptionFiguresResult = {
  /** The figures include everything up to this time */
  asOf: string
  from: Instant
  to: Instant
  comparedFrom: Instant | null
  comparedTo: Instant | null
  total: {
    /** Active subscriptions at the end of the period, or of the range if that is earlier; for a future period as known now */
    active: number
    /** Subscriptions that were bought or granted */
    started: number
    /** Stopped by the member or an administrator; counted when the paid period ended */
    endedByStop: number
    /** Ended because the last retry of an unpaid renewal failed */
    endedByDunning: number
    /** Ended because the member left */
    endedByLeave: number
    /** Refunded, withdrawn, replaced by another subscription, ended with the deletion of its product, or after its one granted period */
    endedOtherwise: number
    /** Monthly revenue in KRW at the same time as `active`: each price divided by the months of its period, rounded; a granted subscription adds nothing */
    monthlyRevenue: number
  }
  comparedTotal: GetSubscriptionFiguresResult['total'] | null
  rows: {
    /** Name of the period (`2026-01-31T09`, `2026-01-31`, the Monday of a week, `2026-01`), or an id */
    key: string
    name: string | null
    /** Whether the period is not over at `asOf` */
    partial: boolean
    figures: GetSubscriptionFiguresResult['total']
    compared: GetSubscriptionFiguresResult['total'] | null
  }[]
}

export type ExportSubscriptionFiguresInput = GetSubscriptionFiguresInput

export type GetUseFiguresInput = {
  /** Inclusive: a time, or a day in Asia/Seoul from its start */
  from: string
  /** Exclusive: a time, or a day in Asia/Seoul to its end */
  to: string
  /** Kind of the rows */
  by?: 'day' | 'hour' | 'week' | 'month' | 'store' | 'product'
  /** previousPeriod: the period of the same length before the range; sameWeekdays: the same days of an earlier week; lastYear: the same dates a year before */
  compareWith?: 'previousPeriod' | 'sameWeekdays' | 'lastYear'
  storeId?: Id
}
export type GetUseFiguresResult = {
  /** The figures include everything up to this time */
  asOf: string
  from: Instant
  to: Instant
  comparedFrom: Instant | null
  comparedTo: Instant | null
  total: {
    /** Uses that were not reversed */
    uses: number
    /** Reversed later */
    reversed: number
    /** Uses in `uses` that an administrator recorded */
    byHand: number
  }
  comparedTotal: GetUseFiguresResult['total'] | null
  rows: {
    /** Name of the period (`2026-01-31T09`, `2026-01-31`, the Monday of a week, `2026-01`), or an id */
    key: string
    name: string | null
    /** Whether the period is not over at `asOf` */
    partial: boolean
    figures: GetUseFiguresResult['total']
    compared: GetUseFiguresResult['total'] | null
  }[]
}

export type ExportUseFiguresInput = GetUseFiguresInput

export type GetSubscriptionCohortsInput = {
  /** First month in Asia/Seoul */
  from: string
  /** Last month of the range, inclusive */
  to: string
}
export type GetSubscriptionCohortsResult = {
  asOf: string
  rows: {
    month: string
    /** Members whose first subscription began in the month, or will begin, as known now */
    began: number
    subscribed: {
      /** Number of months after `month` */
      months: number
      members: number | null
      share: number | null
    }[]
  }[]
}

export type ExportSubscriptionCohortsInput = GetSubscriptionCohortsInput

export interface OrdersClient {
  /**
   * Order a product; the server sets the amount. `POST /api/orders`
   *
   * The order starts in state Create and keeps the current price of the product, or the last known one
   * while the catalog is unavailable; `payment` contains the data for the provider's payment window. A product with
   * a `carLimit` is bound to `carId`. Without `carId` it is bound to the member's only car, or in each period
   * to the first of several cars that use it. A member can have a subscription once, or once for each car if it is
   * bound to cars, and a free product again after it has ended; an unpaid order is cancelled after 30 minutes.
   *
   * - `PRODUCT_NOT_FOUND`: No product has this id, or it was deleted.
   * - `CAR_NOT_FOUND`: `carId` is given and is not a car of the member.
   * - `PRODUCT_NOT_ON_SALE`: The product is not on sale at the moment.
   * - `ALREADY_SUBSCRIBED`: The member has this subscription; it may be stopped and not ended yet (resume it), or have an unpaid renewal (`details` then has an entry for `productId`: pay it with `POST /api/me/products/{id}/retryPayment`).
   * - `FREE_PRODUCT_LIMIT`: The product is free and the member has it.
   * - `COUPON_NOT_FOUND`: No coupon has `couponCode`.
   * - `COUPON_NOT_APPLICABLE`: The coupon of `couponCode` has ended or has not begun, is for another product or store, or the product is free (reason in `details`).
   * - `COUPON_USED_UP`: The coupon of `couponCode` has reached its number of orders, in total or for the member (reason in `details`).
   * - `RATE_LIMITED`: The caller has tried 30 codes within a minute.
   * - `CONFLICT`: The coupon is changing: try again after one second.
   * - `TOO_MANY_OPEN_ORDERS`: The member has 20 unpaid orders; the operator can set another limit.
   * - `VALIDATION_FAILED`: `payMethod` has no channel at the payment provider.
   */
  createOrder(input: CreateOrderInput, options?: CallOptions): Promise<Order>
  /**
   * Calculate what an order of a product would cost you, and order nothing. `POST /api/orders/price`
   *
   * One coupon applies: that of `couponCode`, or else, of the coupons without a code, the one with the largest discount. `POST /api/orders` decides in the same way; a coupon may be used up by then. An order that costs
   * nothing with its coupon is paid like a free product. An order that ends unpaid, or is refunded in full, makes its
   * coupon available again.
   *
   * - `PRODUCT_NOT_FOUND`: No product has this id, or it was deleted.
   * - `PRODUCT_NOT_ON_SALE`: The product is not on sale at the moment.
   * - `COUPON_NOT_FOUND`: No coupon has `couponCode`.
   * - `COUPON_NOT_APPLICABLE`: The coupon of `couponCode` has ended or has not begun, is for another product or store, or the product is free (reason in `details`).
   * - `COUPON_USED_UP`: The coupon of `couponCode` has reached its number of orders, in total or for the member (reason in `details`).
   * - `RATE_LIMITED`: The caller has tried 30 codes within a minute.
   */
  priceOrder(input: PriceOrderInput, options?: CallOptions): Promise<PriceOrderResult>
  /**
   * List your orders, newest first. `GET /api/orders`
   *
   * Returns a page, including orders of subscription renewals, newest first unless `sort` is given.
   */
  listMyOrders(input?: ListMyOrdersInput, options?: CallOptions): Promise<Page<Order>>
  /**
   * Get one of your orders. `GET /api/orders/{orderId}`
   *
   * An order of another member is reported as not found. While the order can be paid in the provider's
   * window (Create), `payment` has the data for it; after an account was issued or money was paid, also what the
   * provider reports: method, receipt, virtual account. Otherwise `payment` is null. The `ETag` is the version of
   * the order.
   *
   * - `ORDER_NOT_FOUND`: The member has no order with this id.
   */
  getMyOrder(input: GetMyOrderInput, options?: CallOptions): Promise<Order>
  /**
   * Confirm a payment made in the provider's window (impUid), or charge one of your cards (cardId). `PATCH /api/order/{orderId}/payment`
   *
   * With `impUid` the payment made in the provider's window is looked up and compared; with `cardId`
   * the card is charged; a free order takes neither. An order is charged at most once: a repetition after success returns
   * the order, and with `Idempotency-Key` an error is repeated too (use a new key to retry the same card). A paid order grants its product immediately and has
   * state Completed; an order that awaits a transfer to an issued account has state Reserved, and a failed attempt in
   * the window leaves the order payable. If the member has bought the same subscription in the meantime, no card is
   * charged, and a payment made in the window is refunded in full; one with an unpaid renewal is replaced: it ends
   * and is not charged any more.
   *
   * - `PAYMENT_FAILED`: The provider declined (reason in `details`), the payment with this `impUid` was not completed, or the provider has no payment for this order. Only a declined card ends the order (Fail).
   * - `ORDER_NOT_FOUND`: The member has no order with this id.
   * - `CARD_NOT_FOUND`: `cardId` is not a card of the member, or the member has no card for a subscription that costs nothing at first.
   * - `AMOUNT_MISMATCH`: The paid amount differs from that of the order; the payment is cancelled at the provider, and the order fails.
   * - `ALREADY_SUBSCRIBED`: The member has bought this subscription with another order.
   * - `FREE_PRODUCT_LIMIT`: The order is free, and the member has got this product with another order.
   * - `ORDER_STATE_INVALID`: The order was paid by another payment, has failed, or was cancelled or refunded, or the plan that it replaces has changed; money that arrives later is refunded.
   * - `VALIDATION_FAILED`: Both `impUid` and `cardId` are given, or neither for an order that is not free.
   * - `CONFLICT`: Another payment of this order is in progress: try again after one second.
   * - `RATE_LIMITED`: The member has caused 30 lookups at the provider within a minute.
   * - `UNAVAILABLE`: The provider does not respond; the outcome is determined in the background, and a repetition with the same `Idempotency-Key` returns it.
   */
  payOrder(input: PayOrderInput, options?: CallOptions): Promise<Order>
  /**
   * Cancel one of your unpaid orders. `POST /api/orders/{orderId}/cancel`
   *
   * Possible in the states Create and Reserved. Money that arrives later for a cancelled order is
   * refunded in full.
   *
   * - `ORDER_NOT_FOUND`: The member has no order with this id.
   * - `ORDER_STATE_INVALID`: The order is paid or has already ended.
   * - `CONFLICT`: A card is being charged for the order: try again after one second.
   */
  cancelOrder(input: CancelOrderInput, options?: CallOptions): Promise<Order>
  /**
   * Refund an unused order within the days of the setting orders.refundDays. `POST /api/orders/{orderId}/refund`
   *
   * The provider refunds the whole amount, the product that the order granted ends (Cancel), and its
   * renewal stops. For the order of a renewal only uses in the period that it paid, and in later periods, count; a
   * use that an administrator reversed does not count. The amount is refunded at most once, however often the request
   * is repeated. If `refundNeedsAccount` of the order is true, `refundAccount` is required; for an order that has
   * ended, the request returns money that arrived after its end.
   *
   * - `ORDER_NOT_FOUND`: The member has no order with this id.
   * - `ORDER_NOT_REFUNDABLE`: The product was used, sold at a counter or changed to another plan, a part was already refunded, the days of the setting `orders.refundDays` are over, or the provider declines (reason in `details`).
   * - `ORDER_STATE_INVALID`: The order is not paid, or already refunded.
   * - `VALIDATION_FAILED`: `refundAccount` is missing although `refundNeedsAccount` of the order is true, or given although it is false.
   * - `CONFLICT`: Another refund of the order is in progress: try again after one second.
   * - `UNAVAILABLE`: The provider does not respond; the refund is in progress, and a repetition with the same `Idempotency-Key` returns its outcome.
   */
  refundMyOrder(input: RefundMyOrderInput, options?: CallOptions): Promise<Order>
  /**
   * The payment provider's notice; its content is not trusted, the payment is looked up. `POST /api/orders/webhook`
   *
   * For PortOne. A notice for an existing order is stored before the response, once per `imp_uid`,
   * `status` and `cancellation_id` and at most 100 times per order; then the payment is looked up at the
   * provider. Any other notice returns 200 and changes nothing. The rate of this call is not limited.
   */
  receivePaymentWebhook(input: ReceivePaymentWebhookInput, options?: CallOptions): Promise<null>
  /**
   * The payment provider's signed notice by its API V2; the payment is looked up. `POST /api/orders/webhook/v2`
   *
   * For PortOne, webhook version 2024-04-25. A notice of a payment of an existing order is stored before the
   * response, once per `transactionId`, `type` and `cancellationId` and at most 100 times per order; then the
   * payment is looked up at the provider. Any other type or payment returns 200 and changes nothing. The rate of this call
   * is not limited.
   *
   * - `WEBHOOK_SIGNATURE_INVALID`: `webhook-signature` is not the signature of the body with a secret of the store, or `webhook-timestamp` differs from now by more than five minutes. It is checked before the contents of the body.
   */
  receiveSignedPaymentWebhook(input: ReceiveSignedPaymentWebhookInput, options?: CallOptions): Promise<null>
  /**
   * Search orders. `GET /admin/api/orders`
   *
   * Returns a page, newest first unless `sort` is given. With a limit to stores these are of members with a visit or use there. `q` is the id or the
   * `merchantUid` of an order, or matches its member by one of these: part of the name, its initial consonants, the
   * last four digits of a plate or phone, the beginning of an email. `from` and `to` apply to `createdAt`;
   * `storeId` selects the members of one store.
   */
  listOrders(input?: ListOrdersInput, options?: CallOptions): Promise<Page<OrderSummary>>
  /**
   * Count orders and add up their amounts. `GET /admin/api/orders/totals`
   *
   * Takes the filters of `listOrders`. The sums are null if `most` or more orders match.
   */
  countOrders(input?: CountOrdersInput, options?: CallOptions): Promise<CountOrdersResult>
  /**
   * Export orders as CSV. `GET /admin/api/orders/export`
   *
   * Contains the orders that match the query, with members and amounts; names, phones, emails and plates are masked unless `full` is true. The file is UTF-8 for spreadsheets, with Korean headings, filtered and sorted as the list is; `page` and
   * `size` are ignored. The response is streamed; after a failure the connection is cut, so that an incomplete file does
   * not look complete.
   */
  exportOrders(input?: ExportOrdersInput, options?: CallOptions): Promise<Blob>
  /**
   * Sum up payments and refunds by day or month in Asia/Seoul. `GET /admin/api/orders/revenue`
   *
   * Money counts in the period in which the provider moved it, even if KingCar recorded it on a later
   * day. Periods without payments are included. Each order is counted once, when it was paid. An administrator of
   * certain stores gets the money of products that are valid at only one store, if it is one of these.
   *
   * - `VALIDATION_FAILED`: The range has more than 400 periods or ends before it begins.
   */
  getRevenue(input: GetRevenueInput, options?: CallOptions): Promise<Revenue[]>
  /**
   * Get one order with its timeline. `GET /admin/api/orders/{orderId}`
   *
   * `timeline` contains every state transition and every request to the provider with its cause, in
   * order; repeated refusals to return owed money are one entry. The `ETag` is the version of the order.
   *
   * - `ORDER_NOT_FOUND`: No order has this id.
   */
  getOrder(input: GetOrderInput, options?: CallOptions): Promise<OrderDetail>
  /**
   * Refund an order in full or in part; a full refund ends its product. `POST /admin/api/orders/{orderId}/refund`
   *
   * Without `amount` everything that is left is refunded. A partial refund keeps the state and raises
   * `refundedAmount`; a full one sets the state Refund, ends the granted product and stops its renewal; repeated
   * requests refund the amount at most once. If `refundNeedsAccount` of the order is true, `refundAccount` is
   * required; for an order that has ended, the request returns money that arrived after its end. The change is
   * recorded in the audit log, without the account, and in the timeline of the order; for a sale at a counter KingCar
   * only records the refund, with `cancelApprovalNumber` if it was paid by card terminal.
   *
   * - `FRESH_SIGN_IN_REQUIRED`: Returned only if the setting `orders.freshSignInWon` is not 0, and the total refunded of the order would reach it.
   * - `ORDER_NOT_FOUND`: No order has this id.
   * - `ORDER_STATE_INVALID`: The order is not paid, or already refunded in full.
   * - `VALIDATION_FAILED`: `refundAccount` is missing although `refundNeedsAccount` of the order is true, or given although it is false. `cancelApprovalNumber` is missing for a sale by card terminal, or given for any other order.
   * - `ORDER_NOT_REFUNDABLE`: The provider declines the refund (reason in `details`), or a change of plan has credited the remaining amount.
   * - `AMOUNT_EXCEEDS_PAID`: `amount` exceeds what is left of the paid amount after refunds and the credit of a change of plan.
   * - `CONFLICT`: Another refund of the order is in progress: try again after one second.
   * - `UNAVAILABLE`: The provider does not respond; the refund is in progress, and a repetition with the same `Idempotency-Key` returns its outcome.
   */
  refundOrder(input: RefundOrderInput, options?: CallOptions): Promise<OrderDetail>
  /**
   * Create a coupon that makes orders cost less. `POST /admin/api/coupons`
   *
   * A coupon with `automatic` applies to each order without a code; otherwise members enter its
   * `code`, which KingCar generates if it is absent. By default it applies to the first payment, for every product
   * and store, without an end, and once for each member. It applies immediately, and its code cannot be changed
   * later.
   *
   * - `COUPON_CODE_TAKEN`: Another coupon has this code, possibly one that has ended.
   * - `COUPON_LIMIT`: There are 1000 coupons that have not ended, or 50 without a code.
   * - `VALIDATION_FAILED`: Not exactly one of `discountWon` and `discountPercent` is given, `maximumDiscount` is given without `discountPercent`, `untilDate` is before `fromDate`, or `limitTotal` is less than the orders that have the coupon already; or the code has other characters than letters and digits, is shorter than 4 or longer than 20, or is given with `automatic`.
   */
  createCoupon(input: CreateCouponInput, options?: CallOptions): Promise<GetCouponResult>
  /**
   * List coupons with what they were used for. `GET /admin/api/coupons`
   *
   * Returns a page, newest first unless `sort` is given. `q` is a part of the name or the code.
   */
  listCoupons(input?: ListCouponsInput, options?: CallOptions): Promise<Page<GetCouponResult>>
  /**
   * Get one coupon. `GET /admin/api/coupons/{id}`
   *
   * The `ETag` is the version of the coupon, which redemptions do not change.
   *
   * - `COUPON_NOT_FOUND`: No coupon has this id, or it was deleted.
   */
  getCoupon(input: GetCouponInput, options?: CallOptions): Promise<GetCouponResult>
  /**
   * Change a coupon. `PATCH /admin/api/coupons/{id}`
   *
   * Existing orders with the coupon, and the renewals of their subscriptions, keep its earlier terms. The
   * change is recorded in the audit log.
   *
   * - `COUPON_NOT_FOUND`: No coupon has this id, or it was deleted.
   * - `VALIDATION_FAILED`: Not exactly one of `discountWon` and `discountPercent` is given, `maximumDiscount` is given without `discountPercent`, `untilDate` is before `fromDate`, or `limitTotal` is less than the orders that have the coupon already.
   */
  updateCoupon(input: UpdateCouponInput, options?: CallOptions): Promise<GetCouponResult>
  /**
   * End a coupon. `POST /admin/api/coupons/{id}/end`
   *
   * It applies to no further order, and cannot be resumed. Existing orders with the coupon, and the
   * renewals of their subscriptions, stay as they are. A repetition is a no-op.
   *
   * - `COUPON_NOT_FOUND`: No coupon has this id, or it was deleted.
   */
  endCoupon(input: EndCouponInput, options?: CallOptions): Promise<GetCouponResult>
  /**
   * Delete a coupon that no order has had. `DELETE /admin/api/coupons/{id}`
   *
   * Its code can be used for another coupon. The change is recorded in the audit log.
   *
   * - `COUPON_NOT_FOUND`: No coupon has this id, or it was deleted.
   * - `IN_USE`: An order has or had the coupon, possibly one that was cancelled: end the coupon instead.
   */
  deleteCoupon(input: DeleteCouponInput, options?: CallOptions): Promise<null>
  /**
   * Sell a product to a member at the counter of a store. `POST /admin/api/counterSales`
   *
   * Creates a Completed order without the payment provider, and grants the product; the money counts for
   * this store and day. A subscription is sold for one period: a renewal needs a card of the member, who can resume
   * it in the app before the period ends. A `cashReceipt` is issued in the background; its state is in the order.
   * An administrator of certain stores sells to members with a visit or use there.
   *
   * - `MEMBER_NOT_FOUND`: No member has this id, or the member has left.
   * - `PRODUCT_NOT_FOUND`: No product has this id, or it was deleted.
   * - `STORE_NOT_FOUND`: No store has this id.
   * - `PRODUCT_NOT_ON_SALE`: The product is not on sale at the moment, or not valid at this store.
   * - `COUPON_NOT_FOUND`: No coupon has `couponCode`.
   * - `COUPON_NOT_APPLICABLE`: The coupon of `couponCode` has ended or has not begun, is for another product or store, or the product is free (reason in `details`).
   * - `COUPON_USED_UP`: The coupon of `couponCode` has reached its number of orders, in total or for the member (reason in `details`).
   * - `RATE_LIMITED`: The caller has tried 30 codes within a minute.
   * - `CAR_NOT_FOUND`: `carId` is given and is not a car of the member.
   * - `AMOUNT_MISMATCH`: `amount` is not what the product costs the member at the moment (in `details`).
   * - `ALREADY_SUBSCRIBED`: The member already has this subscription.
   * - `FREE_PRODUCT_LIMIT`: The product is free, and the member already has it.
   * - `CONFLICT`: A card is being charged for the same subscription, or the coupon is changing: try again after one second.
   * - `VALIDATION_FAILED`: `approvalNumber` is missing for a card terminal, given for another method, or the store has used it on this day already; `cashReceipt` is given for a card terminal or a sale that costs nothing, or its number does not fit its kind, or KingCar has no account at the payment provider; `remembersBusiness` is given without a car or business number.
   */
  sellProduct(input: SellProductInput, options?: CallOptions): Promise<SellProductResult>
  /**
   * Calculate what a sale at the counter would cost a member, and sell nothing. `POST /admin/api/counterSales/price`
   *
   * `POST /admin/api/counterSales` decides in the same way; a coupon may be used up by then. The first
   * purchase of a member costs the `firstPeriodPrice` of the product, unless that is 0, which needs a card.
   *
   * - `MEMBER_NOT_FOUND`: No member has this id, or the member has left.
   * - `PRODUCT_NOT_FOUND`: No product has this id, or it was deleted.
   * - `STORE_NOT_FOUND`: No store has this id.
   * - `PRODUCT_NOT_ON_SALE`: The product is not on sale at the moment, or not valid at this store.
   * - `COUPON_NOT_FOUND`: No coupon has `couponCode`.
   * - `COUPON_NOT_APPLICABLE`: The coupon of `couponCode` has ended or has not begun, is for another product or store, or the product is free (reason in `details`).
   * - `COUPON_USED_UP`: The coupon of `couponCode` has reached its number of orders, in total or for the member (reason in `details`).
   * - `RATE_LIMITED`: The caller has tried 30 codes within a minute.
   */
  priceCounterSale(input: PriceCounterSaleInput, options?: CallOptions): Promise<PriceOrderResult>
  /**
   * List the cars of a member for a sale at the counter. `GET /admin/api/counterSales/cars`
   *
   * The list has the cars that the member has now, with the business numbers that staff have stored for them.
   *
   * - `MEMBER_NOT_FOUND`: No member with this id comes to the stores of the administrator, or the member has left.
   */
  listCounterCars(input: ListCounterCarsInput, options?: CallOptions): Promise<ListCounterCarsResult>
  /**
   * Issue a cash receipt for a sale at the counter that has none. `POST /admin/api/orders/{orderId}/cashReceipt`
   *
   * The receipt is issued once, in the background, for the amount that is not refunded; a refund of the
   * order cancels or replaces it. The number is stored encrypted, for at most 30 days, and is in no audit entry.
   *
   * - `ORDER_NOT_FOUND`: No order has this id.
   * - `ORDER_STATE_INVALID`: The order was not sold for cash or by bank transfer, cost nothing, is refunded, or has a receipt that is not refused.
   * - `VALIDATION_FAILED`: `identifier` is not a phone number for `personal`, or not a business number for `corporate`, or KingCar has no account at the payment provider.
   */
  issueCashReceipt(input: IssueCashReceiptInput, options?: CallOptions): Promise<IssueCashReceiptResult>
  /**
   * Import a settlement file of the provider's console. `POST /admin/api/settlements`
   *
   * `csv` is the list 거래 건별조회 of PortOne's console, saved as CSV, of a period by 거래일; it needs the columns 거래일, 고객사 결제번호,
   * 포트원 결제번호, 거래금액, PG수수료, PG수수료 부가세 and 정산금액, and others are ignored. A refund has a negative amount, or 취소 in 거래상태. The
   * file is stored as a whole or not at all. Rows that another file had before are not counted twice, and the
   * same file again returns the stored one.
   *
   * - `VALIDATION_FAILED`: A column is missing; a row cannot be read, or differs from the same row of another file (in amounts, fees or the day of a payment); the file lacks a row that another file has for one of its days; there is no row or more than 20,000; or the rows cover more than 92 days. `details` name the columns and the first rows.
   * - `PAYLOAD_TOO_LARGE`: The body is larger than 900 KiB: import shorter periods.
   */
  importSettlement(input: ImportSettlementInput, options?: CallOptions): Promise<ImportSettlementResult>
  /**
   * List the imported settlement files. `GET /admin/api/settlements`
   *
   * The list has the latest 200, the newest first.
   */
  listSettlements(input?: ListSettlementsInput, options?: CallOptions): Promise<ImportSettlementResult[]>
  /**
   * Count the rows of settlement files and add up their amounts. `GET /admin/api/settlements/totals`
   *
   * Of all files, or with `ids` of the days of these, as `sums` of `getSettlement`; a row that several
   * files have counts once.
   */
  countSettlements(input?: CountSettlementsInput, options?: CallOptions): Promise<CountSettlementsResult>
  /**
   * Compare the days of a settlement file with the ledger, row by row. `GET /admin/api/settlements/{id}`
   *
   * The comparison includes all files with rows of these days. It compares payments and refunds one by
   * one with the current ledger, without sales at counters.
   *
   * - `SETTLEMENT_NOT_FOUND`: No settlement file has this id.
   */
  getSettlement(input: GetSettlementInput, options?: CallOptions): Promise<GetSettlementResult>
  /**
   * Delete a settlement file with its rows. `DELETE /admin/api/settlements/{id}`
   *
   * Rows that another file has too are deleted with this one: import the other file again.
   *
   * - `SETTLEMENT_NOT_FOUND`: No settlement file has this id.
   */
  deleteSettlement(input: DeleteSettlementInput, options?: CallOptions): Promise<null>
  /**
   * Get the statement of a month by store and method. `GET /admin/api/statements`
   *
   * Money counts as in `getMoneyFigures`: on the day on which the provider moved it. Fees are those of
   * settlement file rows with a day in the month. An administrator of certain stores gets the rows of these stores.
   *
   * - `STORE_NOT_FOUND`: No store has this id.
   */
  getStatement(input: GetStatementInput, options?: CallOptions): Promise<GetStatementResult>
  /**
   * Export the statement of a month as CSV. `GET /admin/api/statements/export`
   *
   * The file is UTF-8 for spreadsheets, with Korean headings: a line for each row, then the total.
   *
   * - `STORE_NOT_FOUND`: No store has this id.
   */
  exportStatement(input: ExportStatementInput, options?: CallOptions): Promise<Blob>
  /**
   * List money that is owed to members and not returned yet. `GET /admin/api/owedReturns`
   *
   * Returns a page, the longest owed first unless `sort` is given. Money that an order cannot keep is
   * returned automatically: immediately, then hourly for a day, then daily. Money paid by virtual account needs the
   * member's account first: refund the order with `refundAccount`. Money that was returned in the provider's
   * console leaves the list within minutes.
   */
  listOwedReturns(input?: ListOwedReturnsInput, options?: CallOptions): Promise<Page<OwedReturn>>
  /**
   * Record that owed money was returned by hand. `POST /admin/api/owedReturns/{id}/settle`
   *
   * It is not returned automatically any more. A paid order that only waited for this return ends in
   * state Refund. The change is recorded in the audit log with its reason, and in the timeline of the order.
   *
   * - `FRESH_SIGN_IN_REQUIRED`: Returned only if the setting `orders.freshSignInWon` is not 0, and the money and the earlier refunds of the order together reach it.
   * - `OWED_RETURN_NOT_FOUND`: No owed return has this id.
   * - `OWED_RETURN_SETTLED`: The money was returned already.
   * - `CONFLICT`: A request to return it is in progress at the provider: try again after one second.
   */
  settleOwedReturn(input: SettleOwedReturnInput, options?: CallOptions): Promise<OwedReturn>
  /**
   * Register a card with its card data, or with a billing key issued in the provider's window (customerUid). `POST /api/cards`
   *
   * Card data is passed on to the provider for a billing key and is not stored; only the key and the
   * masked number are. The first card becomes the main card, which pays for the renewals of subscriptions. While a
   * renewal is unpaid, any new card becomes the main card and is charged for the renewal immediately.
   *
   * - `CARD_REFUSED`: The provider declines the card (reason in `details`), has no billing key for this `customerUid`, or the billing key is already registered.
   * - `CARD_LIMIT`: The member has 20 cards. A billing key of `customerUid` is revoked: when there is room, issue another one
   * under a new `customerUid`.
   * - `VALIDATION_FAILED`: Some of the card data is missing, or is sent together with `customerUid`.
   * - `RATE_LIMITED`: Within an hour the member has tried ten cards without success, or 40 in all; or within a minute the member has caused 30 lookups at the provider.
   * - `UNAVAILABLE`: The provider does not respond; a billing key that it issued anyway is revoked.
   */
  createCard(input?: CreateCardInput, options?: CallOptions): Promise<Card>
  /**
   * List your cards, the main card first. `GET /api/cards`
   *
   * The list is not paged: the main card, then the others from new to old.
   */
  listCards(input?: ListCardsInput, options?: CallOptions): Promise<Card[]>
  /**
   * Rename a card, or make it the main card. `PATCH /api/cards/{id}`
   *
   * Fields that are absent keep their value; `alias` null removes the name. With `main` true the
   * card replaces the previous main card, and unpaid renewals are charged to it immediately.
   *
   * - `CARD_NOT_FOUND`: The member has no card with this id.
   * - `VALIDATION_FAILED`: `main` is false for the main card: make another card the main card instead.
   */
  updateCard(input: UpdateCardInput, options?: CallOptions): Promise<Card>
  /**
   * Delete a card; its billing key is revoked at the provider. `DELETE /api/cards/{id}`
   *
   * The billing key is revoked shortly afterwards, with retries until it succeeds. If it was the main
   * card, the newest of the others becomes the main card, and unpaid renewals are charged to it immediately. Renewals
   * fail while the member has no card.
   *
   * - `CARD_NOT_FOUND`: The member has no card with this id.
   */
  deleteCard(input: DeleteCardInput, options?: CallOptions): Promise<null>
  /**
   * List your products, including past ones. `GET /api/me/products`
   *
   * Returns a page, the latest start first unless `sort` is given. State Available: usable;
   * Unavailable: has an unpaid renewal, is paused or has not started; Complete: used up or expired; Cancel: refunded
   * or withdrawn. `dunning` is null unless a renewal is unpaid. If only the bank was unavailable, the product stays
   * Available for up to 24 hours; after any other refusal it is Unavailable until the renewal is paid.
   */
  listMyProducts(input?: ListMyProductsInput, options?: CallOptions): Promise<Page<UserProduct>>
  /**
   * Stop the renewal of a subscription. `POST /api/me/products/{id}/cancel`
   *
   * The product can be used until its paid period ends and is not charged again; if its renewal is due
   * or unpaid, it ends immediately. A charge that is in progress and succeeds anyway is refunded in full. Until the
   * period ends, `POST /api/me/products/{id}/resume` undoes it. Before the end of the periods that the member agreed to
   * (`committedUntil`) it takes effect then (`stopsAt`); the operator can stop it earlier, as 방문판매법 제31조 lets a member ask for.
   *
   * - `USER_PRODUCT_NOT_FOUND`: The member has no product with this id.
   * - `USER_PRODUCT_STATE_INVALID`: The product has ended, is not a subscription, or does not renew any more.
   */
  stopRenewal(input: StopRenewalInput, options?: CallOptions): Promise<UserProduct>
  /**
   * Resume the renewal of a subscription that was stopped. `POST /api/me/products/{id}/resume`
   *
   * Possible until the paid period ends; the subscription is charged again when it does.
   *
   * - `USER_PRODUCT_NOT_FOUND`: The member has no product with this id.
   * - `USER_PRODUCT_STATE_INVALID`: The product has ended, renews already, is not a subscription that was bought, is being refunded, or was stopped by the deletion of its product.
   */
  resumeRenewal(input: ResumeRenewalInput, options?: CallOptions): Promise<UserProduct>
  /**
   * Pay the unpaid renewal of a subscription now. `POST /api/me/products/{id}/retryPayment`
   *
   * Charges `cardId` or, without it, the main card; the main card stays the same. After a success the
   * product is Available until the end of its next period. A refusal does not change the scheduled charges. With
   * `Idempotency-Key` a refusal is repeated too: use a new key to retry the same card.
   *
   * - `PAYMENT_FAILED`: The provider declined (reason in `details`).
   * - `USER_PRODUCT_NOT_FOUND`: The member has no product with this id.
   * - `USER_PRODUCT_STATE_INVALID`: The product has no unpaid renewal.
   * - `CARD_NOT_FOUND`: `cardId` is not a card of the member, or it is absent and the member has no card.
   * - `CONFLICT`: The renewal is being charged: try again after one second.
   * - `RATE_LIMITED`: Eight charges beyond the scheduled ones were declined in this period.
   * - `UNAVAILABLE`: The provider does not respond; the outcome is determined in the background, and a repetition with the same `Idempotency-Key` returns it.
   */
  retryPayment(input: RetryPaymentInput, options?: CallOptions): Promise<UserProduct>
  /**
   * Pause one of your subscriptions. `POST /api/me/products/{id}/pause`
   *
   * The period ends, and the next charge is due, later by the length of the pause: no paid day is lost,
   * and nothing is charged in the meantime. The product is Unavailable during the pause, and then becomes Available automatically.
   * The member can pause for `pauseDaysPerYear` in a calendar year (Asia/Seoul); a pause, also one by an
   * administrator, counts in the year in which it begins.
   *
   * - `USER_PRODUCT_NOT_FOUND`: The member has no product with this id.
   * - `USER_PRODUCT_STATE_INVALID`: The product is not a subscription that renews, is paused already, is in its trial or is being refunded, or its renewal is due or unpaid.
   * - `PAUSE_LIMIT_EXCEEDED`: More days were requested than are left of the year; `details` has the number of days left.
   * - `CONFLICT`: The renewal is being charged: try again after one second.
   */
  pauseMyProduct(input: PauseMyProductInput, options?: CallOptions): Promise<UserProduct>
  /**
   * End the pause of one of your subscriptions. `POST /api/me/products/{id}/unpause`
   *
   * The product is Available immediately. The period ends, and the next charge is due, earlier by the
   * rest of the pause; whole days of the rest do not count for the year.
   *
   * - `USER_PRODUCT_NOT_FOUND`: The member has no product with this id.
   * - `USER_PRODUCT_STATE_INVALID`: The product is not paused.
   */
  unpauseMyProduct(input: UnpauseMyProductInput, options?: CallOptions): Promise<UserProduct>
  /**
   * Get what a change of one of your subscriptions to another plan costs. `GET /api/me/products/{id}/change`
   *
   * A change now costs the price of the new plan less the value of the unused days, which count from
   * tomorrow in Asia/Seoul; the value is rounded down to won. For a plan with a limited number of uses, the credit is
   * at most the share of its unused uses. The new plan then has no trial and no first price.
   *
   * - `USER_PRODUCT_NOT_FOUND`: The member has no product with this id.
   * - `USER_PRODUCT_STATE_INVALID`: The product is not a subscription that renews, was granted, is paused or is being refunded, or its renewal is due or unpaid.
   * - `PLAN_COMMITTED`: The periods that the member agreed to are not over.
   * - `PRODUCT_NOT_FOUND`: No product has the id `productId`, or it was deleted.
   * - `PRODUCT_NOT_ON_SALE`: The new plan is not on sale at the moment.
   * - `ALREADY_SUBSCRIBED`: The member has the new plan already.
   * - `VALIDATION_FAILED`: `productId` is not a subscription.
   */
  getMyProductChange(input: GetMyProductChangeInput, options?: CallOptions): Promise<GetMyProductChangeResult>
  /**
   * Change one of your subscriptions to another plan. `POST /api/me/products/{id}/change`
   *
   * `now` returns an order of the new plan, which replaces this plan when it is paid; if this plan has
   * changed by then, or a day has passed, nothing is replaced and the payment is refunded. A full refund of that
   * order restores this plan. `periodEnd` makes the next renewal one of the new plan, at its current price. A
   * second request replaces the first, and a request with the current plan withdraws it.
   *
   * - `USER_PRODUCT_NOT_FOUND`: The member has no product with this id.
   * - `USER_PRODUCT_STATE_INVALID`: The product is not a subscription that renews, was granted, is paused or is being refunded, or its renewal is due or unpaid.
   * - `PLAN_COMMITTED`: The periods that the member agreed to are not over.
   * - `CREDIT_EXCEEDS_PRICE`: `when` is `now`, and the credit is more than the price of the new plan.
   * - `TOO_MANY_OPEN_ORDERS`: The member has 20 unpaid orders; the operator can set another limit.
   * - `CONFLICT`: The renewal is being charged: try again after one second.
   * - `PRODUCT_NOT_FOUND`: No product has the id `productId`, or it was deleted.
   * - `PRODUCT_NOT_ON_SALE`: The new plan is not on sale at the moment.
   * - `ALREADY_SUBSCRIBED`: The member has the new plan already.
   * - `VALIDATION_FAILED`: `productId` is not a subscription, or it is the current plan and `when` is `now`.
   */
  changeMyProduct(input: ChangeMyProductInput, options?: CallOptions): Promise<ChangeMyProductResult>
  /**
   * Bind one of your products to another of your cars, once in 30 days. `PATCH /api/me/products/{id}`
   *
   * Moves the product from its previous car, which may have been removed, to this one; past uses stay.
   * The first choice of a car does not count for the limit, and the same car again is a no-op. An administrator can
   * move it at any time.
   *
   * - `USER_PRODUCT_NOT_FOUND`: The member has no product with this id.
   * - `CAR_NOT_FOUND`: `carId` is not a car of the member.
   * - `USER_PRODUCT_STATE_INVALID`: The product has ended, or it is for any car (`carLimit` null).
   * - `USER_PRODUCT_MOVED`: The member bound it to another car less than 30 days ago; `details` has the time from which the member can change it again.
   */
  moveMyProduct(input: MoveMyProductInput, options?: CallOptions): Promise<UserProduct>
  /**
   * Search products of members. `GET /admin/api/userProducts`
   *
   * Returns a page, including past products, newest first unless `sort` is given. With a limit to stores these are of members with a visit or use there.
   * `q` matches the member by any of: part of the name, its initial consonants, the last four digits of a plate or
   * phone, the beginning of an email; without `members.contact` only name and plate. Without `orders.read`,
   * `orderId` and `dunning` are null.
   */
  listUserProducts(input?: ListUserProductsInput, options?: CallOptions): Promise<Page<UserProductSummary>>
  /**
   * Count products of members. `GET /admin/api/userProducts/totals`
   *
   * Takes the filters of `listUserProducts`.
   */
  countUserProducts(input?: CountUserProductsInput, options?: CallOptions): Promise<CountUserProductsResult>
  /**
   * Export products of members as CSV. `GET /admin/api/userProducts/export`
   *
   * Contains the products that match the query, with members and remaining uses; names, phones, emails and plates are masked unless `full` is true. The file is UTF-8 for spreadsheets, with Korean headings, filtered and sorted as the list is; `page` and
   * `size` are ignored. The response is streamed; after a failure the connection is cut, so that an incomplete file does
   * not look complete.
   */
  exportUserProducts(input?: ExportUserProductsInput, options?: CallOptions): Promise<Blob>
  /**
   * Grant a product to a member without an order; a subscription lasts one period. `POST /admin/api/userProducts`
   *
   * Nothing is charged, and a product that is not on sale can be granted too. It starts at `startsAt`,
   * or now if absent, and never renews. The change is recorded in the audit log with its reason.
   *
   * - `MEMBER_NOT_FOUND`: No member has this id, or the member has left.
   * - `PRODUCT_NOT_FOUND`: No product has this id, or it was deleted.
   * - `VALIDATION_FAILED`: `startsAt` is more than ten years from now.
   */
  grantUserProduct(input: GrantUserProductInput, options?: CallOptions): Promise<UserProductSummary>
  /**
   * Bind a product of a member to another car of the member, at any time. `PATCH /admin/api/userProducts/{id}`
   *
   * Moves the product from its previous car to this one; past uses stay. It does not count for the
   * member's limit of one change in 30 days. The change is recorded in the audit log; the same car again is a no-op.
   *
   * - `USER_PRODUCT_NOT_FOUND`: No product of a member has this id.
   * - `CAR_NOT_FOUND`: `carId` is not a car of the member.
   * - `USER_PRODUCT_STATE_INVALID`: The product has ended, or it is for any car (`carLimit` null).
   */
  moveUserProduct(input: MoveUserProductInput, options?: CallOptions): Promise<UserProductSummary>
  /**
   * Withdraw a product from a member without a refund. `POST /admin/api/userProducts/{id}/cancel`
   *
   * The state becomes Cancel: the product can no longer be used and does not renew; its uses are kept.
   * Only a refund of its order returns money. The change is recorded in the audit log with its reason.
   *
   * - `USER_PRODUCT_NOT_FOUND`: No product of a member has this id.
   * - `USER_PRODUCT_STATE_INVALID`: The product has already ended.
   */
  cancelUserProduct(input: CancelUserProductInput, options?: CallOptions): Promise<UserProductSummary>
  /**
   * Stop the renewal of a member's subscription at the end of its period. `POST /admin/api/userProducts/{id}/stop`
   *
   * The member can use the product until its paid period ends. If its renewal is due or unpaid, it ends
   * immediately, and a charge in progress that succeeds later is refunded in full. A commitment of the member does
   * not delay the stop. The change is recorded in the audit log with its reason.
   *
   * - `USER_PRODUCT_NOT_FOUND`: No product of a member has this id.
   * - `USER_PRODUCT_STATE_INVALID`: The product has ended, is not a subscription, or does not renew any more.
   */
  stopUserProduct(input: StopUserProductInput, options?: CallOptions): Promise<UserProductSummary>
  /**
   * Resume the renewal of a member's subscription that was stopped. `POST /admin/api/userProducts/{id}/resume`
   *
   * Possible until the paid period ends; the subscription is charged again when it does. The change is
   * recorded in the audit log with its reason.
   *
   * - `USER_PRODUCT_NOT_FOUND`: No product of a member has this id.
   * - `USER_PRODUCT_STATE_INVALID`: The product has ended, renews already, is not a subscription that was bought, is being refunded, or was stopped by the deletion of its product; or the member has left.
   */
  resumeUserProduct(input: ResumeUserProductInput, options?: CallOptions): Promise<UserProductSummary>
  /**
   * Pause a member's subscription. `POST /admin/api/userProducts/{id}/pause`
   *
   * The period ends, and the next charge is due, later by the length of the pause: no paid day is lost,
   * and nothing is charged in the meantime. The member's limit of the year does not apply, but the days count towards it. The change
   * is recorded in the audit log with its reason.
   *
   * - `USER_PRODUCT_NOT_FOUND`: No product of a member has this id.
   * - `USER_PRODUCT_STATE_INVALID`: The product is not a subscription that renews, is paused already, is in its trial or is being refunded, or its renewal is due or unpaid.
   * - `CONFLICT`: The renewal is being charged: try again after one second.
   */
  pauseUserProduct(input: PauseUserProductInput, options?: CallOptions): Promise<UserProductSummary>
  /**
   * End the pause of a member's subscription. `POST /admin/api/userProducts/{id}/unpause`
   *
   * The product is Available immediately, and its period ends earlier by the rest of the pause. The change is
   * recorded in the audit log with its reason.
   *
   * - `USER_PRODUCT_NOT_FOUND`: No product of a member has this id.
   * - `USER_PRODUCT_STATE_INVALID`: The product is not paused.
   */
  unpauseUserProduct(input: UnpauseUserProductInput, options?: CallOptions): Promise<UserProductSummary>
  /**
   * Change a member's subscription to another plan, now or at the end of its period. `POST /admin/api/userProducts/{id}/change`
   *
   * With `periodEnd` the next renewal is of the new plan, at today's price; a second request replaces the first, and one
   * with the plan itself withdraws it. `now` charges the main card of the member with the price less the value of the unused
   * days, and the result is the new product: the member has to have agreed to it. With `Idempotency-Key` a refusal is
   * repeated too. The change is recorded in the audit log with its reason.
   *
   * - `PAYMENT_FAILED`: The provider declined the card (reason in `details`); the plan has not changed.
   * - `CARD_NOT_FOUND`: `when` is `now`, and the member has no card.
   * - `AMOUNT_MISMATCH`: `amount` is not what the change costs at the moment (in `details`); nothing is charged.
   * - `CREDIT_EXCEEDS_PRICE`: `when` is `now`, and the credit is more than the price of the new plan.
   * - `UNAVAILABLE`: The provider does not respond; the outcome is determined in the background, and a repetition with the same `Idempotency-Key` returns it.
   * - `USER_PRODUCT_NOT_FOUND`: No product of a member has this id.
   * - `USER_PRODUCT_STATE_INVALID`: The product is not a subscription that renews, was granted, is paused or is being refunded, or its renewal is due or unpaid.
   * - `CONFLICT`: The renewal, or another change of the plan, is being charged: try again after one second.
   * - `PRODUCT_NOT_FOUND`: No product has the id `productId`, or it was deleted.
   * - `PRODUCT_NOT_ON_SALE`: The new plan is not on sale at the moment.
   * - `ALREADY_SUBSCRIBED`: The member has the new plan already.
   * - `VALIDATION_FAILED`: `productId` is not a subscription; or `when` is `now`, and `productId` is the current plan or `amount` is absent.
   */
  changeUserProductPlan(input: ChangeUserProductPlanInput, options?: CallOptions): Promise<UserProductSummary>
  /**
   * Get what a change of a member's subscription to another plan costs. `GET /admin/api/userProducts/{id}/change`
   *
   * Returns the same as `GET /api/me/products/{id}/change`, but also during the member's commitment.
   *
   * - `USER_PRODUCT_NOT_FOUND`: No product of a member has this id.
   * - `USER_PRODUCT_STATE_INVALID`: The product is not a subscription that renews, was granted, is paused or is being refunded, or its renewal is due or unpaid.
   * - `CONFLICT`: The renewal is being charged: try again after one second.
   * - `PRODUCT_NOT_FOUND`: No product has the id `productId`, or it was deleted.
   * - `PRODUCT_NOT_ON_SALE`: The new plan is not on sale at the moment.
   * - `ALREADY_SUBSCRIBED`: The member has the new plan already.
   * - `VALIDATION_FAILED`: `productId` is not a subscription.
   */
  getUserProductChange(input: GetUserProductChangeInput, options?: CallOptions): Promise<GetMyProductChangeResult>
  /**
   * Charge the unpaid renewal of a member's subscription now. `POST /admin/api/userProducts/{id}/retryPayment`
   *
   * Charges the main card of the member: after a success the product is Available until the end of its next
   * period, and a refusal leaves the scheduled charges as they are. With `Idempotency-Key` a refusal is repeated too:
   * use a new key to retry the card. The attempt is recorded in the audit log with its reason.
   *
   * - `PAYMENT_FAILED`: The provider declined (reason in `details`).
   * - `USER_PRODUCT_NOT_FOUND`: No product of a member has this id.
   * - `USER_PRODUCT_STATE_INVALID`: The product has no unpaid renewal.
   * - `CARD_NOT_FOUND`: The member has no card.
   * - `CONFLICT`: The renewal is being charged: try again after one second.
   * - `RATE_LIMITED`: Eight charges beyond the scheduled ones were declined in this period.
   * - `UNAVAILABLE`: The provider does not respond; the outcome is determined in the background, and a repetition with the same `Idempotency-Key` returns it.
   */
  retryUserProductPayment(input: RetryUserProductPaymentInput, options?: CallOptions): Promise<UserProductSummary>
  /**
   * Count the subscriptions of a product that renew. `GET /admin/api/products/{id}/subscriptions`
   *
   * Subscriptions that were stopped or have ended do not count.
   *
   * - `PRODUCT_NOT_FOUND`: No product has this id.
   */
  countSubscriptions(input: CountSubscriptionsInput, options?: CallOptions): Promise<CountSubscriptionsResult>
  /**
   * Announce a new price for the running subscriptions of a product. `POST /admin/api/products/{id}/priceChanges`
   *
   * A subscription that is bought before `fromDate` keeps its price until a period begins on that day
   * or later, and never changes within a commitment. A raise needs the consent of each member within the 30 days
   * before; a subscription without consent ends then. A lower price needs no consent. New orders cost the price of
   * the product itself, which an administrator changes with the product.
   *
   * - `PRODUCT_NOT_FOUND`: No product has this id, or it was deleted.
   * - `PRICE_CHANGE_ANNOUNCED`: The product has an announced change of its price whose day has not come: withdraw it first.
   * - `VALIDATION_FAILED`: The product is no subscription, or `fromDate` is less than 30 days from today (a raise), in the past, or more than 366 days away.
   */
  announcePriceChange(input: AnnouncePriceChangeInput, options?: CallOptions): Promise<AnnouncePriceChangeResult>
  /**
   * List the changes of the price of running subscriptions of a product. `GET /admin/api/products/{id}/priceChanges`
   *
   * Returns the newest hundred changes, with the number of answers of members. `GET
   * /admin/api/userProducts` with `productId` and `priceConsent` lists the subscriptions.
   *
   * - `PRODUCT_NOT_FOUND`: No product has this id, or it was deleted.
   */
  listPriceChanges(input: ListPriceChangesInput, options?: CallOptions): Promise<AnnouncePriceChangeResult[]>
  /**
   * Withdraw the latest price of running subscriptions. `POST /admin/api/products/{id}/priceChanges/withdraw`
   *
   * Subscriptions keep their price, even if their members declined the new one. A raise can also be
   * withdrawn after its day: earlier charges stay, and later renewals cost the earlier price. Members who were
   * notified of the raise are notified of its withdrawal. The change is recorded in the audit log.
   *
   * - `PRICE_CHANGE_NOT_FOUND`: No change of the price was announced, the latest is already withdrawn, or it lowers the price and its day has come.
   */
  withdrawPriceChange(input: WithdrawPriceChangeInput, options?: CallOptions): Promise<AnnouncePriceChangeResult>
  /**
   * Agree to the raised price of one of your subscriptions, or decline it. `POST /api/me/products/{id}/priceChange`
   *
   * The latest answer before the first period at the new price counts; the same answer again is a no-op.
   * Without a consent in the 30 days before, the subscription ends then and nothing is charged. A pause may postpone
   * that period so far that the member has to agree again.
   *
   * - `USER_PRODUCT_NOT_FOUND`: The member has no product with this id.
   * - `USER_PRODUCT_STATE_INVALID`: There is no raise for the product, its next period has begun, or the product does not renew, changes to another plan or is being refunded.
   * - `PRICE_CHANGED`: The price or the consent text has changed in the meantime: read it again.
   * - `PRICE_CONSENT_TOO_EARLY`: The first period at the new price begins in more than 30 days; `details` has the time from which the member can agree.
   * - `CONFLICT`: The renewal is being charged: try again after one second.
   * - `RATE_LIMITED`: The member has changed the answer twenty times, and can only decline the new price now.
   */
  answerPriceChange(input: AnswerPriceChangeInput, options?: CallOptions): Promise<UserProduct>
  /**
   * Record a member's answer to a raised price that was given in person. `POST /admin/api/userProducts/{id}/priceChange`
   *
   * Has the same effect as an answer of the member. It is recorded in the audit log with its reason.
   *
   * - `USER_PRODUCT_NOT_FOUND`: No product of a member has this id.
   * - `USER_PRODUCT_STATE_INVALID`: There is no raise for the product, its next period has begun, or the product does not renew, changes to another plan or is being refunded.
   * - `PRICE_CHANGED`: The price or the consent text has changed in the meantime: read it again.
   * - `PRICE_CONSENT_TOO_EARLY`: The first period at the new price begins in more than 30 days; `details` has the time from which the member can agree.
   * - `CONFLICT`: The renewal is being charged: try again after one second.
   * - `RATE_LIMITED`: The member has changed the answer twenty times, and can only decline the new price now.
   */
  recordPriceAnswer(input: RecordPriceAnswerInput, options?: CallOptions): Promise<UserProductSummary>
  /**
   * List your product uses. `GET /api/me/products/useLogs`
   *
   * Returns a page, the latest use first unless `sort` is given. Reversed uses are not included.
   */
  listMyUseLogs(input?: ListMyUseLogsInput, options?: CallOptions): Promise<Page<UseLog>>
  /**
   * Search product uses. `GET /admin/api/useLogs`
   *
   * Returns a page, the latest use first unless `sort` is given; a reversed use has `reversedAt`.
   * `q` matches the member by any of: part of the name, its initial consonants, the last four digits of a plate or
   * phone, the beginning of an email; without `members.contact` only name and plate. `from` and `to` apply to `usedAt`.
   */
  listUseLogs(input?: ListUseLogsInput, options?: CallOptions): Promise<Page<UseLogDetail>>
  /**
   * Count product uses and reversed ones. `GET /admin/api/useLogs/totals`
   *
   * Takes the filters of `listUseLogs`; reversed uses are in `count` too.
   */
  countUseLogs(input?: CountUseLogsInput, options?: CallOptions): Promise<CountUseLogsResult>
  /**
   * Export product uses as CSV. `GET /admin/api/useLogs/export`
   *
   * Contains the uses that match the query, including reversed ones; names, phones, emails and plates are masked unless `full` is true. The file is UTF-8 for spreadsheets, with Korean headings, filtered and sorted as the list is; `page` and
   * `size` are ignored. The response is streamed; after a failure the connection is cut, so that an incomplete file does
   * not look complete.
   */
  exportUseLogs(input?: ExportUseLogsInput, options?: CallOptions): Promise<Blob>
  /**
   * Use a product of a member for a visit by hand. `POST /admin/api/useLogs`
   *
   * For a visit of the last 31 days, also a late one, that has fewer uses than `usesPerStay` of the
   * product; the product was usable at the visit or is Available now. Its stores, cars and daily limit and the
   * setting `products.useOnVisit` are not checked; its limit per period is. The use is like that of a visit: live
   * screens receive the visit again, and it can be reversed. The change is recorded in the audit log with its reason.
   *
   * - `VISIT_NOT_FOUND`: No visit of a member in the last 31 days has this id.
   * - `VISIT_MERGED`: The visit was merged into another one: use the product for that one.
   * - `VISIT_USED`: The visit has as many uses, of any products, as `usesPerStay` of the product allows.
   * - `USER_PRODUCT_NOT_FOUND`: `userProductId` is not a product of the visit's member.
   * - `USER_PRODUCT_STATE_INVALID`: The product was withdrawn or is being refunded, or it was not usable at the visit and is not Available now.
   * - `USER_PRODUCT_USED_UP`: The product has no uses left in its period.
   */
  createUseLog(input: CreateUseLogInput, options?: CallOptions): Promise<UseLogDetail>
  /**
   * Reverse a use, so that the member can use the product again. `POST /admin/api/useLogs/{id}/reverse`
   *
   * The use no longer counts. Its visit does not use a product of this member again, unless it has other
   * uses. Live screens receive the visit again. The change is recorded in the audit log with its reason.
   *
   * - `USE_LOG_NOT_FOUND`: No use has this id.
   * - `USE_LOG_REVERSED`: The use was already reversed, by an administrator or because its visit changed.
   */
  reverseUseLog(input: ReverseUseLogInput, options?: CallOptions): Promise<UseLogDetail>
  /**
   * Sum up payments, refunds and renewals by period, store, product or method. `GET /admin/api/statistics/money`
   *
   * Money counts when the provider moved it, even if KingCar recorded it later; an order belongs to the
   * only store at which its product was valid when it was ordered, or to the group `several`, which
   * administrators of certain stores do not see. The method is that of the order's payment: `unknown` until it is
   * known, and card for a renewal. Periods are in Asia/Seoul, and periods without events are included. With
   * `compareWith` each row also has the figures of the earlier range; if the range is not over at `asOf`, its total
   * and its groups are compared with the same part of the earlier range, and its periods with whole periods.
   *
   * - `STORE_NOT_FOUND`: No store has this id.
   * - `PRODUCT_NOT_FOUND`: No product has this id.
   * - `VALIDATION_FAILED`: The range is longer than 10 years, has more than 2,000 periods or ends before it begins.
   */
  getMoneyFigures(input: GetMoneyFiguresInput, options?: CallOptions): Promise<GetMoneyFiguresResult>
  /**
   * Export figures of money as CSV. `GET /admin/api/statistics/money/export`
   *
   * The file is UTF-8 for spreadsheets, with Korean headings: a line for each row, then the total. With
   * `compareWith` the figures of the earlier range follow in columns of their own.
   *
   * - `STORE_NOT_FOUND`: No store has this id.
   * - `PRODUCT_NOT_FOUND`: No product has this id.
   * - `VALIDATION_FAILED`: The range is longer than 10 years, has more than 2,000 periods or ends before it begins.
   */
  exportMoneyFigures(input: ExportMoneyFiguresInput, options?: CallOptions): Promise<Blob>
  /**
   * Compare a day of the ledger with the provider's payments. `GET /admin/api/statistics/settlement`
   *
   * Compares what the provider reports as paid and returned on a day in Asia/Seoul, payment by payment, with the
   * ledger. It changes nothing: differences of the last minutes are often payments that are being recorded.
   *
   * - `VALIDATION_FAILED`: The day is in the future or more than 89 days ago.
   * - `UNAVAILABLE`: The provider does not respond.
   */
  compareSettlement(input: CompareSettlementInput, options?: CallOptions): Promise<CompareSettlementResult>
  /**
   * Count subscriptions by period or product. `GET /admin/api/statistics/subscriptions`
   *
   * A subscription is active from its start until it ends. It stays active while a renewal is unpaid, and
   * until the end of the paid period after its renewal was stopped. Periods are in Asia/Seoul, and periods without events are included. With
   * `compareWith` each row also has the figures of the earlier range; if the range is not over at `asOf`, its total
   * and its groups are compared with the same part of the earlier range, and its periods with whole periods.
   *
   * - `PRODUCT_NOT_FOUND`: No product has this id.
   * - `VALIDATION_FAILED`: The range is longer than 10 years, has more than 2,000 periods or ends before it begins.
   */
  getSubscriptionFigures(
    input: GetSubscriptionFiguresInput,
    options?: CallOptions,
  ): Promise<GetSubscriptionFiguresResult>
  /**
   * Export figures of subscriptions as CSV. `GET /admin/api/statistics/subscriptions/export`
   *
   * The file is UTF-8 for spreadsheets, with Korean headings: a line for each row, then the total. With
   * `compareWith` the figures of the earlier range follow in columns of their own.
   *
   * - `PRODUCT_NOT_FOUND`: No product has this id.
   * - `VALIDATION_FAILED`: The range is longer than 10 years, has more than 2,000 periods or ends before it begins.
   */
  exportSubscriptionFigures(input: ExportSubscriptionFiguresInput, options?: CallOptions): Promise<Blob>
  /**
   * Count uses of products by period, store or product. `GET /admin/api/statistics/uses`
   *
   * A use counts at the time of the use; a later reversal changes the figures of that time. By product,
   * uses are grouped by the product in the catalog that the member bought. Periods are in Asia/Seoul, and periods without events are included. With
   * `compareWith` each row also has the figures of the earlier range; if the range is not over at `asOf`, its total
   * and its groups are compared with the same part of the earlier range, and its periods with whole periods.
   *
   * - `STORE_NOT_FOUND`: No store has this id.
   * - `VALIDATION_FAILED`: The range is longer than 10 years, has more than 2,000 periods or ends before it begins.
   */
  getUseFigures(input: GetUseFiguresInput, options?: CallOptions): Promise<GetUseFiguresResult>
  /**
   * Export figures of uses as CSV. `GET /admin/api/statistics/uses/export`
   *
   * The file is UTF-8 for spreadsheets, with Korean headings: a line for each row, then the total. With
   * `compareWith` the figures of the earlier range follow in columns of their own.
   *
   * - `STORE_NOT_FOUND`: No store has this id.
   * - `VALIDATION_FAILED`: The range is longer than 10 years, has more than 2,000 periods or ends before it begins.
   */
  exportUseFigures(input: ExportUseFiguresInput, options?: CallOptions): Promise<Blob>
  /**
   * Follow members by the month in which they first subscribed. `GET /admin/api/statistics/cohorts`
   *
   * A member belongs to the month in Asia/Seoul in which the first subscription of any product began. The
   * share after 1 month is that of members with an active subscription at the end of the following month: a member
   * who never renewed a monthly subscription has none. Subscriptions are active as in `getSubscriptionFigures`.
   *
   * - `VALIDATION_FAILED`: The range has more than 120 months or ends before it begins.
   */
  getSubscriptionCohorts(
    input: GetSubscriptionCohortsInput,
    options?: CallOptions,
  ): Promise<GetSubscriptionCohortsResult>
  /**
   * Export cohorts of subscribers as CSV. `GET /admin/api/statistics/cohorts/export`
   *
   * The file is UTF-8 for spreadsheets, with Korean headings: a line for each month.
   *
   * - `VALIDATION_FAILED`: The range has more than 120 months or ends before it begins.
   */
  exportSubscriptionCohorts(input: ExportSubscriptionCohortsInput, options?: CallOptions): Promise<Blob>
}
