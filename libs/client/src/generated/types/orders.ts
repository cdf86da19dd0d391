// Generated from the contract by `npm run generate`: do not edit.
import type { CallOptions } from '../../model/call.ts'
import type {
  Card,
  Order,
  OrderDetail,
  OrderSummary,
  OwedReturn,
  Page,
  RefundAccount,
  Revenue,
  UseLog,
  UseLogDetail,
  UserProduct,
  UserProductSummary,
} from './schemas.ts'

/** Input of `createOrder`. */
export type CreateOrderInput = {
  /** UUIDv7 */
  productId: string
  /** UUIDv7 */
  carId?: string
  /** Capital and small letters are the same; spaces and hyphens are ignored. Without it, the coupon without a code counts that deducts most */
  couponCode?: string
  /** How the member wants to pay in the provider's window; `card` if it is absent */
  payMethod?: 'card' | 'kakaopay' | 'naverpay' | 'tosspay' | 'virtualAccount'
}

/** Input of `priceOrder`. */
export type PriceOrderInput = {
  /** UUIDv7 */
  productId: string
  /** Capital and small letters are the same; spaces and hyphens are ignored. Without it, the coupon without a code counts that deducts most */
  couponCode?: string
}

/** Result of `priceOrder`. */
export type PriceOrderResult = {
  /** KRW */
  price: number
  /** KRW */
  discount: number
  /** KRW to pay */
  amount: number
  coupon: {
    /** UUIDv7 */
    id: string
    name: string
    code: string | null
    payments: number | null
  } | null
}

/** Input of `listMyOrders`. */
export type ListMyOrdersInput = {
  state?: 'Create' | 'Reserved' | 'Paid' | 'Completed' | 'Fail' | 'Cancel' | 'Refund'
  /** Page number, from 0 */
  page?: number
  /** Items in a page: 0 counts as 20, more than 100 as 100 */
  size?: number
  sort?: ('createdAt,asc' | 'createdAt,desc' | 'amount,asc' | 'amount,desc')[]
}

/** Input of `getMyOrder`. */
export type GetMyOrderInput = {
  /** UUIDv7 */
  orderId: string
}

/** Input of `payOrder`. */
export type PayOrderInput = {
  /** UUIDv7 */
  orderId: string
  /** The window's `imp_uid`, or its `txId` by API v2 */
  impUid?: string
  /** UUIDv7 */
  cardId?: string
}

/** Input of `cancelOrder`. */
export type CancelOrderInput = {
  /** UUIDv7 */
  orderId: string
}

/** Input of `refundMyOrder`. */
export type RefundMyOrderInput = {
  /** UUIDv7 */
  orderId: string
  refundAccount?: RefundAccount
}

/** Input of `receivePaymentWebhook`. */
export type ReceivePaymentWebhookInput = {
  imp_uid: string
  merchant_uid: string
  status: string
  cancellation_id?: string | null
}

/** Input of `receiveSignedPaymentWebhook`. */
export type ReceiveSignedPaymentWebhookInput = {
  type: string
  data: {
    paymentId?: string
    transactionId?: string
    cancellationId?: string
  }
}

/** Input of `listOrders`. */
export type ListOrdersInput = {
  q?: string
  /** UUIDv7 */
  storeId?: string
  /** UUIDv7 */
  couponId?: string
  state?: 'Create' | 'Reserved' | 'Paid' | 'Completed' | 'Fail' | 'Cancel' | 'Refund'
  /** Sales at the counters of the administrator's stores, or of `storeId`, whose cash receipt is refused, and that are neither refunded nor to a member who has left */
  cashReceipt?: 'refused'
  /** Inclusive: a time, or a day in Asia/Seoul from its start */
  from?: string
  /** Exclusive: a time, or a day in Asia/Seoul to its end */
  to?: string
  /** Page number, from 0 */
  page?: number
  /** Items in a page: 0 counts as 20, more than 100 as 100 */
  size?: number
  sort?: ('createdAt,asc' | 'createdAt,desc' | 'paidAt,asc' | 'paidAt,desc' | 'amount,asc' | 'amount,desc')[]
}

/** Input of `countOrders`. */
export type CountOrdersInput = {
  q?: string
  /** UUIDv7 */
  storeId?: string
  /** UUIDv7 */
  couponId?: string
  state?: 'Create' | 'Reserved' | 'Paid' | 'Completed' | 'Fail' | 'Cancel' | 'Refund'
  /** Sales at the counters of the administrator's stores, or of `storeId`, whose cash receipt is refused, and that are neither refunded nor to a member who has left */
  cashReceipt?: 'refused'
  /** Inclusive: a time, or a day in Asia/Seoul from its start */
  from?: string
  /** Exclusive: a time, or a day in Asia/Seoul to its end */
  to?: string
  /** Counts up to this number */
  most?: number
}

/** Result of `countOrders`. */
export type CountOrdersResult = {
  /** At most `most` */
  count: number
  paid: number | null
  refunded: number | null
}

/** Input of `exportOrders`. */
export type ExportOrdersInput = {
  q?: string
  /** UUIDv7 */
  storeId?: string
  /** UUIDv7 */
  couponId?: string
  state?: 'Create' | 'Reserved' | 'Paid' | 'Completed' | 'Fail' | 'Cancel' | 'Refund'
  /** Sales at the counters of the administrator's stores, or of `storeId`, whose cash receipt is refused, and that are neither refunded nor to a member who has left */
  cashReceipt?: 'refused'
  /** Inclusive: a time, or a day in Asia/Seoul from its start */
  from?: string
  /** Exclusive: a time, or a day in Asia/Seoul to its end */
  to?: string
  /** Page number, from 0 */
  page?: number
  /** Items in a page: 0 counts as 20, more than 100 as 100 */
  size?: number
  sort?: ('createdAt,asc' | 'createdAt,desc' | 'paidAt,asc' | 'paidAt,desc' | 'amount,asc' | 'amount,desc')[]
  /** Only these of the rows that match the query */
  ids?: string[]
  /** Why the file is needed; it is in the audit log, with the number of rows */
  reason?: string
  /** Without masks; needs a `reason` and the permission `members.contact` */
  full?: boolean
}

/** Input of `getRevenue`. */
export type GetRevenueInput = {
  /** Inclusive: a time, or a day in Asia/Seoul from its start */
  from: string
  /** Exclusive: a time, or a day in Asia/Seoul to its end */
  to: string
  by?: 'day' | 'month'
}

/** Input of `getOrder`. */
export type GetOrderInput = {
  /** UUIDv7 */
  orderId: string
}

/** Input of `refundOrder`. */
export type RefundOrderInput = {
  /** UUIDv7 */
  orderId: string
  /** KRW; everything that is left if absent */
  amount?: number
  reason: string
  refundAccount?: RefundAccount
  /** Approval number on the receipt of the card terminal */
  cancelApprovalNumber?: string
}

/** Input of `createCoupon`. */
export type CreateCouponInput = {
  automatic?: boolean
  /** Capital and small letters are the same; spaces and hyphens are ignored */
  code?: string
  name: string
  discountWon?: number | null
  discountPercent?: number | null
  maximumDiscount?: number | null
  payments?: number | null
  /** Products that it counts for; empty means all */
  productIds?: string[]
  /** Stores at one of which the product can be used; empty means all */
  storeIds?: string[]
  fromDate?: string | null
  untilDate?: string | null
  limitTotal?: number | null
  limitPerMember?: number | null
}

/** Result of `createCoupon`. */
export type CreateCouponResult = GetCouponResult

/** Input of `listCoupons`. */
export type ListCouponsInput = {
  q?: string
  /** ended: by an administrator, or after its last day; current: all others, also before its first day */
  state?: 'current' | 'ended'
  /** Page number, from 0 */
  page?: number
  /** Items in a page: 0 counts as 20, more than 100 as 100 */
  size?: number
  sort?: ('createdAt,asc' | 'createdAt,desc' | 'name,asc' | 'name,desc')[]
}

/** Input of `getCoupon`. */
export type GetCouponInput = {
  /** UUIDv7 */
  id: string
}

/** Result of `getCoupon`. */
export type GetCouponResult = {
  /** UUIDv7 */
  id: string
  code: string | null
  name: string
  discountWon: number | null
  discountPercent: number | null
  maximumDiscount: number | null
  payments: number | null
  /** Products that it counts for; empty means all */
  productIds: string[]
  /** Stores at one of which the product can be used; empty means all */
  storeIds: string[]
  fromDate: string | null
  untilDate: string | null
  limitTotal: number | null
  limitPerMember: number | null
  /** Open and paid orders with the coupon, without renewals */
  redemptions: number
  /** Total discount on paid orders and renewals, in KRW */
  discounted: number
  endedAt: string | null
  /** ISO 8601 UTC with milliseconds */
  createdAt: string
}

/** Input of `updateCoupon`. */
export type UpdateCouponInput = {
  /** UUIDv7 */
  id: string
  name?: string
  discountWon?: number | null
  discountPercent?: number | null
  maximumDiscount?: number | null
  payments?: number | null
  /** Products that it counts for; empty means all */
  productIds?: string[]
  /** Stores at one of which the product can be used; empty means all */
  storeIds?: string[]
  fromDate?: string | null
  untilDate?: string | null
  limitTotal?: number | null
  limitPerMember?: number | null
}

/** Result of `updateCoupon`. */
export type UpdateCouponResult = GetCouponResult

/** Input of `endCoupon`. */
export type EndCouponInput = {
  /** UUIDv7 */
  id: string
}

/** Result of `endCoupon`. */
export type EndCouponResult = GetCouponResult

/** Input of `deleteCoupon`. */
export type DeleteCouponInput = {
  /** UUIDv7 */
  id: string
}

/** Input of `sellProduct`. */
export type SellProductInput = {
  /** UUIDv7 */
  memberId: string
  /** UUIDv7 */
  productId: string
  /** UUIDv7 */
  carId?: string
  /** UUIDv7 */
  storeId: string
  /** Capital and small letters are the same; spaces and hyphens are ignored. No coupon counts without it */
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
  /** Keeps the business number of the receipt for further sales to this car */
  remembersBusiness?: boolean
}

/** Result of `sellProduct`. */
export type SellProductResult = {
  /** UUIDv7 */
  orderId: string
  merchantUid: string
  productName: string
  /** KRW */
  amount: number
  method: 'cash' | 'cardTerminal' | 'bankTransfer'
  /** ISO 8601 UTC with milliseconds */
  paidAt: string
  userProductId: string | null
}

/** Input of `priceCounterSale`. */
export type PriceCounterSaleInput = {
  /** UUIDv7 */
  memberId: string
  /** UUIDv7 */
  productId: string
  /** UUIDv7 */
  storeId: string
  /** Capital and small letters are the same; spaces and hyphens are ignored. No coupon counts without it */
  couponCode?: string
}

/** Result of `priceCounterSale`. */
export type PriceCounterSaleResult = PriceOrderResult

/** Input of `listCounterCars`. */
export type ListCounterCarsInput = {
  /** UUIDv7 */
  memberId: string
}

/** Result of `listCounterCars`. */
export type ListCounterCarsResult = {
  /** UUIDv7 */
  id: string
  carNumber: string
  businessNumber: string | null
}[]

/** Input of `issueCashReceipt`. */
export type IssueCashReceiptInput = {
  /** UUIDv7 */
  orderId: string
  /** personal: income deduction by phone number; corporate: proof of expenses by business number */
  kind: 'personal' | 'corporate'
  /** Phone number, or business number (사업자등록번호) with a correct check digit */
  identifier: string
}

/** Result of `issueCashReceipt`. */
export type IssueCashReceiptResult = {
  /** pending: it is being issued, cancelled or replaced; refused: nothing is issued, and staff can ask again */
  state: 'pending' | 'issued' | 'refused' | 'cancelled'
  kind: 'personal' | 'corporate'
  /** Amount of the receipt in KRW, also before it is issued */
  amount: number
  number: string | null
  url: string | null
  refusal: string | null
}

/** Input of `importSettlement`. */
export type ImportSettlementInput = {
  fileName: string
  /** Text of the file */
  csv: string
}

/** Result of `importSettlement`. */
export type ImportSettlementResult = {
  /** UUIDv7 */
  id: string
  fileName: string
  /** ISO 8601 UTC with milliseconds */
  importedAt: string
  importedBy: string | null
  /** YYYY-MM-DD in Asia/Seoul */
  from: string
  /** YYYY-MM-DD in Asia/Seoul */
  to: string
  /** Rows of the file */
  rows: number
}

/** Input of `listSettlements`. */
export type ListSettlementsInput = Record<never, never>

/** Input of `countSettlements`. */
export type CountSettlementsInput = {
  /** Only these of the rows that match the query */
  ids?: string[]
}

/** Result of `countSettlements`. */
export type CountSettlementsResult = {
  /** Rows of the files */
  rows: number
  /** KRW */
  paid: number
  /** KRW */
  refunded: number
  /** KRW, with its VAT */
  fee: number
  /** KRW, that is paid out */
  settled: number
}

/** Input of `getSettlement`. */
export type GetSettlementInput = {
  /** UUIDv7 */
  id: string
}

/** Result of `getSettlement`. */
export type GetSettlementResult = {
  /** UUIDv7 */
  id: string
  fileName: string
  /** ISO 8601 UTC with milliseconds */
  importedAt: string
  importedBy: string | null
  /** YYYY-MM-DD in Asia/Seoul */
  from: string
  /** YYYY-MM-DD in Asia/Seoul */
  to: string
  /** Rows of the file */
  rows: number
  sums: {
    /** KRW */
    paid: number
    /** KRW */
    refunded: number
    /** KRW, with its VAT */
    fee: number
    /** KRW, that is paid out */
    settled: number
  }
  own: {
    /** KRW */
    paid: number
    /** KRW */
    refunded: number
  }
  differenceCount: number
  /** The largest, at most 500 */
  differences: {
    /** missingHere: only the settlement has it; missingInFile: only the ledger has it; otherAmount: both have it, with different amounts; otherDay: both have it, on different days; owedReturn: the payment is among the owed returns; wrongSum: the amount less the fees is not what is paid out; wrongVat: the VAT of the fee, of a payment or refund, is not a tenth of it */
    kind: 'missingHere' | 'missingInFile' | 'otherAmount' | 'otherDay' | 'owedReturn' | 'wrongSum' | 'wrongVat'
    movement: 'paid' | 'refunded'
    /** YYYY-MM-DD in Asia/Seoul */
    date: string
    merchantUid: string
    orderId: string | null
    paymentUid: string
    /** KRW, 0 if it has none */
    fileAmount: number
    /** KRW, 0 if there is none */
    ownAmount: number
  }[]
}

/** Input of `deleteSettlement`. */
export type DeleteSettlementInput = {
  /** UUIDv7 */
  id: string
}

/** Input of `getStatement`. */
export type GetStatementInput = {
  /** YYYY-MM in Asia/Seoul */
  month: string
  /** UUIDv7 */
  storeId?: string
}

/** Result of `getStatement`. */
export type GetStatementResult = {
  month: string
  /** ISO 8601 UTC with milliseconds */
  asOf: string
  settledUntil: string | null
  rows: {
    storeId: string | null
    storeName: string
    method: string
    methodName: string
    atCounter: boolean
    /** Paid ones */
    orders: number
    /** KRW */
    paid: number
    /** KRW */
    refunded: number
    /** KRW, with its VAT, as settlement files have it */
    fee: number
    /** KRW, paid less refunded and fee */
    net: number
  }[]
}

/** Input of `exportStatement`. */
export type ExportStatementInput = {
  /** YYYY-MM in Asia/Seoul */
  month: string
  /** UUIDv7 */
  storeId?: string
}

/** Input of `listOwedReturns`. */
export type ListOwedReturnsInput = {
  /** `settled`: money that was returned, also in the console of the provider */
  state?: 'open' | 'settled'
  /** Page number, from 0 */
  page?: number
  /** Items in a page: 0 counts as 20, more than 100 as 100 */
  size?: number
  sort?: ('since,asc' | 'since,desc' | 'amount,asc' | 'amount,desc')[]
}

/** Input of `settleOwedReturn`. */
export type SettleOwedReturnInput = {
  /** UUIDv7 */
  id: string
  reason: string
}

/** Input of `createCard`. */
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

/** Input of `listCards`. */
export type ListCardsInput = Record<never, never>

/** Input of `updateCard`. */
export type UpdateCardInput = {
  /** UUIDv7 */
  id: string
  alias?: string | null
  main?: boolean
}

/** Input of `deleteCard`. */
export type DeleteCardInput = {
  /** UUIDv7 */
  id: string
}

/** Input of `listMyProducts`. */
export type ListMyProductsInput = {
  /** Page number, from 0 */
  page?: number
  /** Items in a page: 0 counts as 20, more than 100 as 100 */
  size?: number
  sort?: ('startsAt,asc' | 'startsAt,desc' | 'endsAt,asc' | 'endsAt,desc')[]
}

/** Input of `stopRenewal`. */
export type StopRenewalInput = {
  /** UUIDv7 */
  id: string
}

/** Input of `resumeRenewal`. */
export type ResumeRenewalInput = {
  /** UUIDv7 */
  id: string
}

/** Input of `retryPayment`. */
export type RetryPaymentInput = {
  /** UUIDv7 */
  id: string
  /** UUIDv7 */
  cardId?: string
}

/** Input of `pauseMyProduct`. */
export type PauseMyProductInput = {
  /** UUIDv7 */
  id: string
  /** Days of 24 hours, from now */
  days: number
}

/** Input of `unpauseMyProduct`. */
export type UnpauseMyProductInput = {
  /** UUIDv7 */
  id: string
}

/** Input of `getMyProductChange`. */
export type GetMyProductChangeInput = {
  /** UUIDv7 */
  id: string
  /** UUIDv7 */
  productId: string
}

/** Result of `getMyProductChange`. */
export type GetMyProductChangeResult = {
  now: {
    /** Price of the new plan less the credit */
    amount: number
    /** What the unused days are worth */
    credit: number
    /** From tomorrow, in Asia/Seoul */
    unusedDays: number
    periodDays: number
  } | null
  periodEnd: {
    /** ISO 8601 UTC with milliseconds */
    at: string
    /** KRW */
    amount: number
  }
}

/** Input of `changeMyProduct`. */
export type ChangeMyProductInput = {
  /** UUIDv7 */
  id: string
  /** UUIDv7 */
  productId: string
  when: 'now' | 'periodEnd'
}

/** Result of `changeMyProduct`. */
export type ChangeMyProductResult = {
  userProduct: UserProduct
  order: Order | null
}

/** Input of `moveMyProduct`. */
export type MoveMyProductInput = {
  /** UUIDv7 */
  id: string
  /** UUIDv7 */
  carId: string
}

/** Input of `listUserProducts`. */
export type ListUserProductsInput = {
  q?: string
  /** UUIDv7 */
  memberId?: string
  /** UUIDv7 */
  productId?: string
  type?: 'subscribe' | 'onetime'
  state?: 'Available' | 'Unavailable' | 'Cancel' | 'Complete'
  /** planned: it is charged at `nextBillingAt`; unpaid: the last charge failed (`dunning`); none: it does not renew */
  renewal?: 'planned' | 'unpaid' | 'none'
  /** Subscriptions whose price is raised, by the latest answer of their members */
  priceConsent?: 'open' | 'accepted' | 'declined'
  /** Page number, from 0 */
  page?: number
  /** Items in a page: 0 counts as 20, more than 100 as 100 */
  size?: number
  sort?: ('createdAt,asc' | 'createdAt,desc' | 'startsAt,asc' | 'startsAt,desc' | 'endsAt,asc' | 'endsAt,desc')[]
}

/** Input of `countUserProducts`. */
export type CountUserProductsInput = {
  q?: string
  /** UUIDv7 */
  memberId?: string
  /** UUIDv7 */
  productId?: string
  type?: 'subscribe' | 'onetime'
  state?: 'Available' | 'Unavailable' | 'Cancel' | 'Complete'
  /** planned: it is charged at `nextBillingAt`; unpaid: the last charge failed (`dunning`); none: it does not renew */
  renewal?: 'planned' | 'unpaid' | 'none'
  /** Subscriptions whose price is raised, by the latest answer of their members */
  priceConsent?: 'open' | 'accepted' | 'declined'
  /** Counts up to this number */
  most?: number
}

/** Result of `countUserProducts`. */
export type CountUserProductsResult = {
  /** At most `most` */
  count: number
}

/** Input of `exportUserProducts`. */
export type ExportUserProductsInput = {
  q?: string
  /** UUIDv7 */
  memberId?: string
  /** UUIDv7 */
  productId?: string
  type?: 'subscribe' | 'onetime'
  state?: 'Available' | 'Unavailable' | 'Cancel' | 'Complete'
  /** planned: it is charged at `nextBillingAt`; unpaid: the last charge failed (`dunning`); none: it does not renew */
  renewal?: 'planned' | 'unpaid' | 'none'
  /** Subscriptions whose price is raised, by the latest answer of their members */
  priceConsent?: 'open' | 'accepted' | 'declined'
  /** Page number, from 0 */
  page?: number
  /** Items in a page: 0 counts as 20, more than 100 as 100 */
  size?: number
  sort?: ('createdAt,asc' | 'createdAt,desc' | 'startsAt,asc' | 'startsAt,desc' | 'endsAt,asc' | 'endsAt,desc')[]
  /** Only these of the rows that match the query */
  ids?: string[]
  /** Why the file is needed; it is in the audit log, with the number of rows */
  reason?: string
  /** Without masks; needs a `reason` and the permission `members.contact` */
  full?: boolean
}

/** Input of `grantUserProduct`. */
export type GrantUserProductInput = {
  /** UUIDv7 */
  memberId: string
  /** UUIDv7 */
  productId: string
  /** ISO 8601 UTC with milliseconds */
  startsAt?: string
  reason: string
}

/** Input of `moveUserProduct`. */
export type MoveUserProductInput = {
  /** UUIDv7 */
  id: string
  /** UUIDv7 */
  carId: string
}

/** Input of `cancelUserProduct`. */
export type CancelUserProductInput = {
  /** UUIDv7 */
  id: string
  reason: string
}

/** Input of `stopUserProduct`. */
export type StopUserProductInput = {
  /** UUIDv7 */
  id: string
  reason: string
}

/** Input of `resumeUserProduct`. */
export type ResumeUserProductInput = {
  /** UUIDv7 */
  id: string
  reason: string
}

/** Input of `pauseUserProduct`. */
export type PauseUserProductInput = {
  /** UUIDv7 */
  id: string
  /** Days of 24 hours, from now */
  days: number
  reason: string
}

/** Input of `unpauseUserProduct`. */
export type UnpauseUserProductInput = {
  /** UUIDv7 */
  id: string
  reason: string
}

/** Input of `changeUserProductPlan`. */
export type ChangeUserProductPlanInput = {
  /** UUIDv7 */
  id: string
  /** UUIDv7 */
  productId: string
  /** `periodEnd` if it is absent */
  when?: 'now' | 'periodEnd'
  /** KRW to which the member has agreed: `now.amount` of the quote. Required with `now`, and without effect otherwise */
  amount?: number
  reason: string
}

/** Input of `getUserProductChange`. */
export type GetUserProductChangeInput = {
  /** UUIDv7 */
  id: string
  /** UUIDv7 */
  productId: string
}

/** Result of `getUserProductChange`. */
export type GetUserProductChangeResult = GetMyProductChangeResult

/** Input of `retryUserProductPayment`. */
export type RetryUserProductPaymentInput = {
  /** UUIDv7 */
  id: string
  reason: string
}

/** Input of `countSubscriptions`. */
export type CountSubscriptionsInput = {
  /** UUIDv7 */
  id: string
}

/** Result of `countSubscriptions`. */
export type CountSubscriptionsResult = {
  renewing: number
}

/** Input of `announcePriceChange`. */
export type AnnouncePriceChangeInput = {
  /** UUIDv7 */
  id: string
  /** raise: for subscriptions that cost less than `price`; lower: for those that cost more */
  kind: 'raise' | 'lower'
  /** KRW of a period */
  price: number
  /** YYYY-MM-DD in Asia/Seoul */
  fromDate: string
}

/** Result of `announcePriceChange`. */
export type AnnouncePriceChangeResult = {
  /** UUIDv7 */
  id: string
  /** UUIDv7 */
  productId: string
  /** raise: for subscriptions that cost less than `price`; lower: for those that cost more */
  kind: 'raise' | 'lower'
  /** KRW of a period */
  price: number
  /** Periods that begin on this day in Asia/Seoul or later cost it */
  fromDate: string
  /** ISO 8601 UTC with milliseconds */
  announcedAt: string
  withdrawnAt: string | null
  /** It is the latest one of the product and not withdrawn, and a raise, or its day has not come */
  withdrawable: boolean
  /** Subscriptions that will get the new price; their members were notified */
  waiting: number
  /** Subscriptions whose member has not yet accepted or declined a raise */
  open: number
  /** Subscriptions whose latest answer is a consent */
  accepted: number
  /** Subscriptions whose latest answer is a refusal */
  declined: number
}

/** Input of `listPriceChanges`. */
export type ListPriceChangesInput = {
  /** UUIDv7 */
  id: string
}

/** Input of `withdrawPriceChange`. */
export type WithdrawPriceChangeInput = {
  /** UUIDv7 */
  id: string
}

/** Result of `withdrawPriceChange`. */
export type WithdrawPriceChangeResult = AnnouncePriceChangeResult

/** Input of `answerPriceChange`. */
export type AnswerPriceChangeInput = {
  /** UUIDv7 */
  id: string
  answer: 'accepted' | 'declined'
  /** The new price that the member has seen */
  price: number
  /** `textVersion` of the text that the member has seen */
  textVersion: number
}

/** Input of `recordPriceAnswer`. */
export type RecordPriceAnswerInput = {
  /** UUIDv7 */
  id: string
  answer: 'accepted' | 'declined'
  /** The new price that the member has seen */
  price: number
  /** `textVersion` of the text that the member has seen */
  textVersion: number
  reason: string
}

/** Input of `listMyUseLogs`. */
export type ListMyUseLogsInput = {
  /** Page number, from 0 */
  page?: number
  /** Items in a page: 0 counts as 20, more than 100 as 100 */
  size?: number
  sort?: ('usedAt,asc' | 'usedAt,desc')[]
}

/** Input of `listUseLogs`. */
export type ListUseLogsInput = {
  q?: string
  /** UUIDv7 */
  memberId?: string
  /** UUIDv7 */
  visitId?: string
  /** UUIDv7 */
  storeId?: string
  /** Inclusive: a time, or a day in Asia/Seoul from its start */
  from?: string
  /** Exclusive: a time, or a day in Asia/Seoul to its end */
  to?: string
  /** Page number, from 0 */
  page?: number
  /** Items in a page: 0 counts as 20, more than 100 as 100 */
  size?: number
  sort?: ('usedAt,asc' | 'usedAt,desc')[]
}

/** Input of `countUseLogs`. */
export type CountUseLogsInput = {
  q?: string
  /** UUIDv7 */
  memberId?: string
  /** UUIDv7 */
  visitId?: string
  /** UUIDv7 */
  storeId?: string
  /** Inclusive: a time, or a day in Asia/Seoul from its start */
  from?: string
  /** Exclusive: a time, or a day in Asia/Seoul to its end */
  to?: string
  /** Counts up to this number */
  most?: number
}

/** Result of `countUseLogs`. */
export type CountUseLogsResult = {
  /** At most `most` */
  count: number
  reversed: number | null
}

/** Input of `exportUseLogs`. */
export type ExportUseLogsInput = {
  q?: string
  /** UUIDv7 */
  memberId?: string
  /** UUIDv7 */
  visitId?: string
  /** UUIDv7 */
  storeId?: string
  /** Inclusive: a time, or a day in Asia/Seoul from its start */
  from?: string
  /** Exclusive: a time, or a day in Asia/Seoul to its end */
  to?: string
  /** Page number, from 0 */
  page?: number
  /** Items in a page: 0 counts as 20, more than 100 as 100 */
  size?: number
  sort?: ('usedAt,asc' | 'usedAt,desc')[]
  /** Only these of the rows that match the query */
  ids?: string[]
  /** Why the file is needed; it is in the audit log, with the number of rows */
  reason?: string
  /** Without masks; needs a `reason` and the permission `members.contact` */
  full?: boolean
}

/** Input of `createUseLog`. */
export type CreateUseLogInput = {
  /** UUIDv7 */
  visitId: string
  /** UUIDv7 */
  userProductId: string
  reason: string
}

/** Input of `reverseUseLog`. */
export type ReverseUseLogInput = {
  /** UUIDv7 */
  id: string
  reason: string
}

/** Input of `getMoneyFigures`. */
export type GetMoneyFiguresInput = {
  /** Inclusive: a time, or a day in Asia/Seoul from its start */
  from: string
  /** Exclusive: a time, or a day in Asia/Seoul to its end */
  to: string
  /** What each row stands for */
  by?: 'day' | 'week' | 'month' | 'store' | 'product' | 'method'
  /** previousPeriod: the same length before it; sameWeekdays: the same days of the week before it; lastYear: the same dates a year before */
  compareWith?: 'previousPeriod' | 'sameWeekdays' | 'lastYear'
  /** UUIDv7 */
  storeId?: string
  /** UUIDv7 */
  productId?: string
}

/** Result of `getMoneyFigures`. */
export type GetMoneyFiguresResult = {
  /** The figures contain everything up to this time */
  asOf: string
  /** ISO 8601 UTC with milliseconds */
  from: string
  /** ISO 8601 UTC with milliseconds */
  to: string
  comparedFrom: string | null
  comparedTo: string | null
  total: {
    /** Paid ones; a free order is not counted */
    orders: number
    /** KRW that orders were paid with */
    paid: number
    /** KRW of that, or of earlier periods, that were returned */
    refunded: number
    /** KRW that these orders, and free ones, cost less with their coupons */
    discount: number
    /** KRW that became owed to members, since their order could not keep the payment */
    owed: number
    /** Attempts to charge a renewal, by the time at which they began; a charge that is sent again is one attempt */
    renewalsTried: number
    /** Attempts that failed, by the time at which they did, also for want of a card */
    renewalsFailed: number
    /** Renewals that were paid after at least one failed attempt for the same period */
    renewalsRecovered: number
  }
  comparedTotal: {
    /** Paid ones; a free order is not counted */
    orders: number
    /** KRW that orders were paid with */
    paid: number
    /** KRW of that, or of earlier periods, that were returned */
    refunded: number
    /** KRW that these orders, and free ones, cost less with their coupons */
    discount: number
    /** KRW that became owed to members, since their order could not keep the payment */
    owed: number
    /** Attempts to charge a renewal, by the time at which they began; a charge that is sent again is one attempt */
    renewalsTried: number
    /** Attempts that failed, by the time at which they did, also for want of a card */
    renewalsFailed: number
    /** Renewals that were paid after at least one failed attempt for the same period */
    renewalsRecovered: number
  } | null
  rows: {
    /** Name of the period (`2026-01-31T09`, `2026-01-31`, the Monday of a week, `2026-01`), or an id */
    key: string
    name: string | null
    /** Whether the period is not over at `asOf` */
    partial: boolean
    figures: {
      /** Paid ones; a free order is not counted */
      orders: number
      /** KRW that orders were paid with */
      paid: number
      /** KRW of that, or of earlier periods, that were returned */
      refunded: number
      /** KRW that these orders, and free ones, cost less with their coupons */
      discount: number
      /** KRW that became owed to members, since their order could not keep the payment */
      owed: number
      /** Attempts to charge a renewal, by the time at which they began; a charge that is sent again is one attempt */
      renewalsTried: number
      /** Attempts that failed, by the time at which they did, also for want of a card */
      renewalsFailed: number
      /** Renewals that were paid after at least one failed attempt for the same period */
      renewalsRecovered: number
    }
    compared: {
      /** Paid ones; a free order is not counted */
      orders: number
      /** KRW that orders were paid with */
      paid: number
      /** KRW of that, or of earlier periods, that were returned */
      refunded: number
      /** KRW that these orders, and free ones, cost less with their coupons */
      discount: number
      /** KRW that became owed to members, since their order could not keep the payment */
      owed: number
      /** Attempts to charge a renewal, by the time at which they began; a charge that is sent again is one attempt */
      renewalsTried: number
      /** Attempts that failed, by the time at which they did, also for want of a card */
      renewalsFailed: number
      /** Renewals that were paid after at least one failed attempt for the same period */
      renewalsRecovered: number
    } | null
  }[]
}

/** Input of `exportMoneyFigures`. */
export type ExportMoneyFiguresInput = {
  /** Inclusive: a time, or a day in Asia/Seoul from its start */
  from: string
  /** Exclusive: a time, or a day in Asia/Seoul to its end */
  to: string
  /** What each row stands for */
  by?: 'day' | 'week' | 'month' | 'store' | 'product' | 'method'
  /** previousPeriod: the same length before it; sameWeekdays: the same days of the week before it; lastYear: the same dates a year before */
  compareWith?: 'previousPeriod' | 'sameWeekdays' | 'lastYear'
  /** UUIDv7 */
  storeId?: string
  /** UUIDv7 */
  productId?: string
}

/** Input of `compareSettlement`. */
export type CompareSettlementInput = {
  /** YYYY-MM-DD in Asia/Seoul */
  date: string
}

/** Result of `compareSettlement`. */
export type CompareSettlementResult = {
  /** YYYY-MM-DD in Asia/Seoul */
  date: string
  /** ISO 8601 UTC with milliseconds */
  asOf: string
  /** False if the provider has more than 20,000 payments to compare or responds too slowly; its sums are then too low, and differences are incomplete */
  complete: boolean
  provider: {
    /** Payments with money */
    payments: number
    /** KRW */
    paid: number
    /** Payments of which money was returned */
    refunds: number
    /** KRW */
    refunded: number
  }
  own: {
    /** Payments with money */
    payments: number
    /** KRW */
    paid: number
    /** Payments of which money was returned */
    refunds: number
    /** KRW */
    refunded: number
  }
  /** Number of all differences; `differences` has the largest of them */
  differenceCount: number
  /** The largest differences, at most 500 */
  differences: {
    /** missingHere: only the provider has it; missingAtProvider: only the ledger has it; otherAmount: both have it, with different amounts; owedReturn: the payment is among the owed returns, also settled ones, which the ledger of an order does not contain unless it is the payment of the order */
    kind: 'missingHere' | 'missingAtProvider' | 'otherAmount' | 'owedReturn'
    movement: 'paid' | 'refunded'
    merchantUid: string
    orderId: string | null
    /** The payment at the provider */
    paymentUid: string
    /** KRW; 0 if it has none */
    providerAmount: number
    /** KRW; 0 if there is none */
    ownAmount: number
  }[]
}

/** Input of `getSubscriptionFigures`. */
export type GetSubscriptionFiguresInput = {
  /** Inclusive: a time, or a day in Asia/Seoul from its start */
  from: string
  /** Exclusive: a time, or a day in Asia/Seoul to its end */
  to: string
  /** What each row stands for */
  by?: 'day' | 'week' | 'month' | 'product'
  /** previousPeriod: the same length before it; sameWeekdays: the same days of the week before it; lastYear: the same dates a year before */
  compareWith?: 'previousPeriod' | 'sameWeekdays' | 'lastYear'
  /** UUIDv7 */
  productId?: string
}

/** Result of `getSubscriptionFigures`. */
export type GetSubscriptionFiguresResult = {
  /** The figures contain everything up to this time */
  asOf: string
  /** ISO 8601 UTC with milliseconds */
  from: string
  /** ISO 8601 UTC with milliseconds */
  to: string
  comparedFrom: string | null
  comparedTo: string | null
  total: {
    /** At the end of the period, or of the range if that is earlier; in a period of the future as known now */
    active: number
    /** Bought or granted */
    started: number
    /** By the member or an administrator: counted when the paid period ended */
    endedByStop: number
    /** Not paid by the last retry */
    endedByDunning: number
    /** The member had left */
    endedByLeave: number
    /** Refunded, withdrawn, replaced by a new one, or ended with its product or its one granted period */
    endedOtherwise: number
    /** KRW a month at the same time as `active`: prices divided by their months, each rounded; a granted one adds nothing */
    monthlyRevenue: number
  }
  comparedTotal: {
    /** At the end of the period, or of the range if that is earlier; in a period of the future as known now */
    active: number
    /** Bought or granted */
    started: number
    /** By the member or an administrator: counted when the paid period ended */
    endedByStop: number
    /** Not paid by the last retry */
    endedByDunning: number
    /** The member had left */
    endedByLeave: number
    /** Refunded, withdrawn, replaced by a new one, or ended with its product or its one granted period */
    endedOtherwise: number
    /** KRW a month at the same time as `active`: prices divided by their months, each rounded; a granted one adds nothing */
    monthlyRevenue: number
  } | null
  rows: {
    /** Name of the period (`2026-01-31T09`, `2026-01-31`, the Monday of a week, `2026-01`), or an id */
    key: string
    name: string | null
    /** Whether the period is not over at `asOf` */
    partial: boolean
    figures: {
      /** At the end of the period, or of the range if that is earlier; in a period of the future as known now */
      active: number
      /** Bought or granted */
      started: number
      /** By the member or an administrator: counted when the paid period ended */
      endedByStop: number
      /** Not paid by the last retry */
      endedByDunning: number
      /** The member had left */
      endedByLeave: number
      /** Refunded, withdrawn, replaced by a new one, or ended with its product or its one granted period */
      endedOtherwise: number
      /** KRW a month at the same time as `active`: prices divided by their months, each rounded; a granted one adds nothing */
      monthlyRevenue: number
    }
    compared: {
      /** At the end of the period, or of the range if that is earlier; in a period of the future as known now */
      active: number
      /** Bought or granted */
      started: number
      /** By the member or an administrator: counted when the paid period ended */
      endedByStop: number
      /** Not paid by the last retry */
      endedByDunning: number
      /** The member had left */
      endedByLeave: number
      /** Refunded, withdrawn, replaced by a new one, or ended with its product or its one granted period */
      endedOtherwise: number
      /** KRW a month at the same time as `active`: prices divided by their months, each rounded; a granted one adds nothing */
      monthlyRevenue: number
    } | null
  }[]
}

/** Input of `exportSubscriptionFigures`. */
export type ExportSubscriptionFiguresInput = {
  /** Inclusive: a time, or a day in Asia/Seoul from its start */
  from: string
  /** Exclusive: a time, or a day in Asia/Seoul to its end */
  to: string
  /** What each row stands for */
  by?: 'day' | 'week' | 'month' | 'product'
  /** previousPeriod: the same length before it; sameWeekdays: the same days of the week before it; lastYear: the same dates a year before */
  compareWith?: 'previousPeriod' | 'sameWeekdays' | 'lastYear'
  /** UUIDv7 */
  productId?: string
}

/** Input of `getUseFigures`. */
export type GetUseFiguresInput = {
  /** Inclusive: a time, or a day in Asia/Seoul from its start */
  from: string
  /** Exclusive: a time, or a day in Asia/Seoul to its end */
  to: string
  /** What each row stands for */
  by?: 'day' | 'hour' | 'week' | 'month' | 'store' | 'product'
  /** previousPeriod: the same length before it; sameWeekdays: the same days of the week before it; lastYear: the same dates a year before */
  compareWith?: 'previousPeriod' | 'sameWeekdays' | 'lastYear'
  /** UUIDv7 */
  storeId?: string
}

/** Result of `getUseFigures`. */
export type GetUseFiguresResult = {
  /** The figures contain everything up to this time */
  asOf: string
  /** ISO 8601 UTC with milliseconds */
  from: string
  /** ISO 8601 UTC with milliseconds */
  to: string
  comparedFrom: string | null
  comparedTo: string | null
  total: {
    /** Without reversed ones */
    uses: number
    /** Reversed later */
    reversed: number
    /** Those of `uses` that an administrator made */
    byHand: number
  }
  comparedTotal: {
    /** Without reversed ones */
    uses: number
    /** Reversed later */
    reversed: number
    /** Those of `uses` that an administrator made */
    byHand: number
  } | null
  rows: {
    /** Name of the period (`2026-01-31T09`, `2026-01-31`, the Monday of a week, `2026-01`), or an id */
    key: string
    name: string | null
    /** Whether the period is not over at `asOf` */
    partial: boolean
    figures: {
      /** Without reversed ones */
      uses: number
      /** Reversed later */
      reversed: number
      /** Those of `uses` that an administrator made */
      byHand: number
    }
    compared: {
      /** Without reversed ones */
      uses: number
      /** Reversed later */
      reversed: number
      /** Those of `uses` that an administrator made */
      byHand: number
    } | null
  }[]
}

/** Input of `exportUseFigures`. */
export type ExportUseFiguresInput = {
  /** Inclusive: a time, or a day in Asia/Seoul from its start */
  from: string
  /** Exclusive: a time, or a day in Asia/Seoul to its end */
  to: string
  /** What each row stands for */
  by?: 'day' | 'hour' | 'week' | 'month' | 'store' | 'product'
  /** previousPeriod: the same length before it; sameWeekdays: the same days of the week before it; lastYear: the same dates a year before */
  compareWith?: 'previousPeriod' | 'sameWeekdays' | 'lastYear'
  /** UUIDv7 */
  storeId?: string
}

/** Input of `getSubscriptionCohorts`. */
export type GetSubscriptionCohortsInput = {
  /** First month in Asia/Seoul */
  from: string
  /** Last month of the range, inclusive */
  to: string
}

/** Result of `getSubscriptionCohorts`. */
export type GetSubscriptionCohortsResult = {
  asOf: string
  rows: {
    month: string
    /** Members whose first subscription began in the month, or will as known now */
    began: number
    subscribed: {
      /** Months after `month` */
      months: number
      members: number | null
      share: number | null
    }[]
  }[]
}

/** Input of `exportSubscriptionCohorts`. */
export type ExportSubscriptionCohortsInput = {
  /** First month in Asia/Seoul */
  from: string
  /** Last month of the range, inclusive */
  to: string
}

export type OrdersInputs = {
  createOrder: CreateOrderInput
  priceOrder: PriceOrderInput
  listMyOrders: ListMyOrdersInput
  getMyOrder: GetMyOrderInput
  payOrder: PayOrderInput
  cancelOrder: CancelOrderInput
  refundMyOrder: RefundMyOrderInput
  receivePaymentWebhook: ReceivePaymentWebhookInput
  receiveSignedPaymentWebhook: ReceiveSignedPaymentWebhookInput
  listOrders: ListOrdersInput
  countOrders: CountOrdersInput
  exportOrders: ExportOrdersInput
  getRevenue: GetRevenueInput
  getOrder: GetOrderInput
  refundOrder: RefundOrderInput
  createCoupon: CreateCouponInput
  listCoupons: ListCouponsInput
  getCoupon: GetCouponInput
  updateCoupon: UpdateCouponInput
  endCoupon: EndCouponInput
  deleteCoupon: DeleteCouponInput
  sellProduct: SellProductInput
  priceCounterSale: PriceCounterSaleInput
  listCounterCars: ListCounterCarsInput
  issueCashReceipt: IssueCashReceiptInput
  importSettlement: ImportSettlementInput
  listSettlements: ListSettlementsInput
  countSettlements: CountSettlementsInput
  getSettlement: GetSettlementInput
  deleteSettlement: DeleteSettlementInput
  getStatement: GetStatementInput
  exportStatement: ExportStatementInput
  listOwedReturns: ListOwedReturnsInput
  settleOwedReturn: SettleOwedReturnInput
  createCard: CreateCardInput
  listCards: ListCardsInput
  updateCard: UpdateCardInput
  deleteCard: DeleteCardInput
  listMyProducts: ListMyProductsInput
  stopRenewal: StopRenewalInput
  resumeRenewal: ResumeRenewalInput
  retryPayment: RetryPaymentInput
  pauseMyProduct: PauseMyProductInput
  unpauseMyProduct: UnpauseMyProductInput
  getMyProductChange: GetMyProductChangeInput
  changeMyProduct: ChangeMyProductInput
  moveMyProduct: MoveMyProductInput
  listUserProducts: ListUserProductsInput
  countUserProducts: CountUserProductsInput
  exportUserProducts: ExportUserProductsInput
  grantUserProduct: GrantUserProductInput
  moveUserProduct: MoveUserProductInput
  cancelUserProduct: CancelUserProductInput
  stopUserProduct: StopUserProductInput
  resumeUserProduct: ResumeUserProductInput
  pauseUserProduct: PauseUserProductInput
  unpauseUserProduct: UnpauseUserProductInput
  changeUserProductPlan: ChangeUserProductPlanInput
  getUserProductChange: GetUserProductChangeInput
  retryUserProductPayment: RetryUserProductPaymentInput
  countSubscriptions: CountSubscriptionsInput
  announcePriceChange: AnnouncePriceChangeInput
  listPriceChanges: ListPriceChangesInput
  withdrawPriceChange: WithdrawPriceChangeInput
  answerPriceChange: AnswerPriceChangeInput
  recordPriceAnswer: RecordPriceAnswerInput
  listMyUseLogs: ListMyUseLogsInput
  listUseLogs: ListUseLogsInput
  countUseLogs: CountUseLogsInput
  exportUseLogs: ExportUseLogsInput
  createUseLog: CreateUseLogInput
  reverseUseLog: ReverseUseLogInput
  getMoneyFigures: GetMoneyFiguresInput
  exportMoneyFigures: ExportMoneyFiguresInput
  compareSettlement: CompareSettlementInput
  getSubscriptionFigures: GetSubscriptionFiguresInput
  exportSubscriptionFigures: ExportSubscriptionFiguresInput
  getUseFigures: GetUseFiguresInput
  exportUseFigures: ExportUseFiguresInput
  getSubscriptionCohorts: GetSubscriptionCohortsInput
  exportSubscriptionCohorts: ExportSubscriptionCohortsInput
}

export type OrdersResults = {
  createOrder: Order
  priceOrder: PriceOrderResult
  listMyOrders: Page<Order>
  getMyOrder: Order
  payOrder: Order
  cancelOrder: Order
  refundMyOrder: Order
  receivePaymentWebhook: null
  receiveSignedPaymentWebhook: null
  listOrders: Page<OrderSummary>
  countOrders: CountOrdersResult
  exportOrders: Blob
  getRevenue: Revenue[]
  getOrder: OrderDetail
  refundOrder: OrderDetail
  createCoupon: CreateCouponResult
  listCoupons: Page<GetCouponResult>
  getCoupon: GetCouponResult
  updateCoupon: UpdateCouponResult
  endCoupon: EndCouponResult
  deleteCoupon: null
  sellProduct: SellProductResult
  priceCounterSale: PriceCounterSaleResult
  listCounterCars: ListCounterCarsResult
  issueCashReceipt: IssueCashReceiptResult
  importSettlement: ImportSettlementResult
  listSettlements: ImportSettlementResult[]
  countSettlements: CountSettlementsResult
  getSettlement: GetSettlementResult
  deleteSettlement: null
  getStatement: GetStatementResult
  exportStatement: Blob
  listOwedReturns: Page<OwedReturn>
  settleOwedReturn: OwedReturn
  createCard: Card
  listCards: Card[]
  updateCard: Card
  deleteCard: null
  listMyProducts: Page<UserProduct>
  stopRenewal: UserProduct
  resumeRenewal: UserProduct
  retryPayment: UserProduct
  pauseMyProduct: UserProduct
  unpauseMyProduct: UserProduct
  getMyProductChange: GetMyProductChangeResult
  changeMyProduct: ChangeMyProductResult
  moveMyProduct: UserProduct
  listUserProducts: Page<UserProductSummary>
  countUserProducts: CountUserProductsResult
  exportUserProducts: Blob
  grantUserProduct: UserProductSummary
  moveUserProduct: UserProductSummary
  cancelUserProduct: UserProductSummary
  stopUserProduct: UserProductSummary
  resumeUserProduct: UserProductSummary
  pauseUserProduct: UserProductSummary
  unpauseUserProduct: UserProductSummary
  changeUserProductPlan: UserProductSummary
  getUserProductChange: GetUserProductChangeResult
  retryUserProductPayment: UserProductSummary
  countSubscriptions: CountSubscriptionsResult
  announcePriceChange: AnnouncePriceChangeResult
  listPriceChanges: AnnouncePriceChangeResult[]
  withdrawPriceChange: WithdrawPriceChangeResult
  answerPriceChange: UserProduct
  recordPriceAnswer: UserProductSummary
  listMyUseLogs: Page<UseLog>
  listUseLogs: Page<UseLogDetail>
  countUseLogs: CountUseLogsResult
  exportUseLogs: Blob
  createUseLog: UseLogDetail
  reverseUseLog: UseLogDetail
  getMoneyFigures: GetMoneyFiguresResult
  exportMoneyFigures: Blob
  compareSettlement: CompareSettlementResult
  getSubscriptionFigures: GetSubscriptionFiguresResult
  exportSubscriptionFigures: Blob
  getUseFigures: GetUseFiguresResult
  exportUseFigures: Blob
  getSubscriptionCohorts: GetSubscriptionCohortsResult
  exportSubscriptionCohorts: Blob
}

export interface OrdersClient {
  /**
   * Order a product; the server sets the amount. `POST /api/orders`
   *
   * The order starts in state Create and keeps the current price of the product; `payment` contains
   * the data for the provider's payment window. A product with a `carLimit` is bound to `carId`, or, if
   * that is absent, to the member's only car or to the first of several cars that use it in each period. A member can have
   * a subscription once, or once for each car if it is bound to cars, and a free product again after it has ended.
   * An unpaid order is cancelled after 30 minutes; while the catalog is unavailable, the last known price
   * applies.
   *
   * - `PRODUCT_NOT_FOUND`: No product has this id, or it was deleted.
   * - `CAR_NOT_FOUND`: `carId` is given and is not a car of the member.
   * - `PRODUCT_NOT_ON_SALE`: The product is not on sale at the moment.
   * - `ALREADY_SUBSCRIBED`: The member has this subscription, possibly stopped and not ended yet (resume it), or with an unpaid renewal (`details` then has an entry for `productId`: pay it with `POST /api/me/products/{id}/retryPayment`).
   * - `FREE_PRODUCT_LIMIT`: The product is free and the member has it.
   * - `COUPON_NOT_FOUND`: No coupon has `couponCode`.
   * - `COUPON_NOT_APPLICABLE`: The coupon of `couponCode` has ended or has not begun, is for another product or store, or the product is free (reason in `details`).
   * - `COUPON_USED_UP`: As many orders have the coupon of `couponCode` as can, in all or of the member (reason in `details`).
   * - `RATE_LIMITED`: The caller has tried 30 codes within a minute.
   * - `CONFLICT`: The coupon is changing: try again after one second.
   * - `TOO_MANY_OPEN_ORDERS`: The member has 20 unpaid orders; the operator can set another limit.
   * - `VALIDATION_FAILED`: `payMethod` has no channel at the payment provider.
   */
  createOrder(input: CreateOrderInput, options?: CallOptions): Promise<Order>
  /**
   * Calculate what an order of a product would cost you, and order nothing. `POST /api/orders/price`
   *
   * One coupon counts: that of `couponCode`, or else the one without a code that deducts most. `POST /api/orders`
   * decides in the same way, and may still find a coupon used up. An order that costs nothing with its coupon is paid as a
   * free one; one that ends unpaid, or is refunded in full, gives its coupon back.
   *
   * - `PRODUCT_NOT_FOUND`: No product has this id, or it was deleted.
   * - `PRODUCT_NOT_ON_SALE`: The product is not on sale at the moment.
   * - `COUPON_NOT_FOUND`: No coupon has `couponCode`.
   * - `COUPON_NOT_APPLICABLE`: The coupon of `couponCode` has ended or has not begun, is for another product or store, or the product is free (reason in `details`).
   * - `COUPON_USED_UP`: As many orders have the coupon of `couponCode` as can, in all or of the member (reason in `details`).
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
   * window (Create), `payment` has the data for it; once an account was issued or money was paid, also what the
   * provider says: method, receipt, virtual account. It is null for an order without either. The `ETag` is the
   * version of the order.
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
   * - `PAYMENT_FAILED`: The provider declined (reason in `details`), the payment with this `impUid` was not completed, or the provider has none for this order. Only the charge of a card ends the order (Fail).
   * - `ORDER_NOT_FOUND`: The member has no order with this id.
   * - `CARD_NOT_FOUND`: `cardId` is not a card of the member, or the member has none for a subscription that costs nothing at first.
   * - `AMOUNT_MISMATCH`: The paid amount differs from that of the order; the payment is cancelled at the provider, and the order fails.
   * - `ALREADY_SUBSCRIBED`: The member has bought this subscription with another order.
   * - `FREE_PRODUCT_LIMIT`: The order is free, and the member has got this product with another order.
   * - `ORDER_STATE_INVALID`: The order was paid by another payment, has failed, or was cancelled or refunded, or the plan that it replaces has changed; money that still arrives is refunded.
   * - `VALIDATION_FAILED`: Both `impUid` and `cardId` are given, or neither for an order that is not free.
   * - `CONFLICT`: Another payment of this order is in progress: try again after one second.
   * - `RATE_LIMITED`: The member has caused 30 lookups at the provider within a minute.
   * - `UNAVAILABLE`: The provider does not respond; the outcome is determined in the background, and a repetition with the same `Idempotency-Key` returns it.
   */
  payOrder(input: PayOrderInput, options?: CallOptions): Promise<Order>
  /**
   * Cancel one of your unpaid orders. `POST /api/orders/{orderId}/cancel`
   *
   * Possible in the states Create and Reserved. Money that still arrives for a cancelled order is
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
   * renewal stops. For the order of a renewal only uses of the period that it paid, and of later ones, count; a use
   * that an administrator reversed does not count. The amount is refunded at most once, however often the request is repeated. If
   * `refundNeedsAccount` of the order is true, `refundAccount` is required; a closed order then returns money that
   * arrived after its end.
   *
   * - `ORDER_NOT_FOUND`: The member has no order with this id.
   * - `ORDER_NOT_REFUNDABLE`: The product was used, sold at a counter or changed to another plan, a part was already refunded, the days of the setting `orders.refundDays` are over, or the provider declines (reason in `details`).
   * - `ORDER_STATE_INVALID`: The order is not paid or already refunded.
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
   * - `WEBHOOK_SIGNATURE_INVALID`: `webhook-signature` is not that of the body by a secret of the store, or `webhook-timestamp` differs from now by more than five minutes. It is checked before the contents of the body.
   */
  receiveSignedPaymentWebhook(input: ReceiveSignedPaymentWebhookInput, options?: CallOptions): Promise<null>
  /**
   * Search orders. `GET /admin/api/orders`
   *
   * Returns a page, newest first unless `sort` is given. With a limit to stores these are of members with a visit or use there. `q` is the id or the `merchantUid` of an
   * order, or matches its member by any of: part of the name, its initial consonants, the last four digits of a
   * plate or phone, the beginning of an email. `from` and `to` apply to `createdAt`; `storeId` selects the
   * members of one store.
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
   * Money counts in the period in which the provider moved it, even if KingCar noticed it on a later day.
   * Periods without payments are included. Each order is counted once, when it was paid. An administrator of
   * certain stores gets the money of products that are valid at a single one of these stores.
   *
   * - `VALIDATION_FAILED`: The range has more than 400 periods or ends before it begins.
   */
  getRevenue(input: GetRevenueInput, options?: CallOptions): Promise<Revenue[]>
  /**
   * Get one order with its timeline. `GET /admin/api/orders/{orderId}`
   *
   * `timeline` contains every state transition and every attempt at the provider with its cause, in
   * order; repeated refusals to return owed money once. The `ETag` is the version of the order.
   *
   * - `ORDER_NOT_FOUND`: No order has this id.
   */
  getOrder(input: GetOrderInput, options?: CallOptions): Promise<OrderDetail>
  /**
   * Refund an order in full or in part; a full refund ends its product. `POST /admin/api/orders/{orderId}/refund`
   *
   * Without `amount` everything that is left is refunded. A partial refund keeps the state and raises
   * `refundedAmount`; a full one sets the state Refund, ends the granted product and stops its renewal; repeated
   * requests refund the amount at most once. If `refundNeedsAccount` of the order is true,
   * `refundAccount` is required; a closed order then returns money that arrived after its end. The change is
   * recorded in the audit log, without the account, and in the timeline of the order; a sale at a counter is only recorded, with
   * `cancelApprovalNumber` if it was paid by card terminal.
   *
   * - `FRESH_SIGN_IN_REQUIRED`: It applies if the setting `orders.freshSignInWon` is not 0 and `amount`, with what was refunded of the order before, reaches it.
   * - `ORDER_NOT_FOUND`: No order has this id.
   * - `ORDER_STATE_INVALID`: The order is not paid or already refunded in full.
   * - `VALIDATION_FAILED`: `refundAccount` is missing although `refundNeedsAccount` of the order is true, or given although it is false. `cancelApprovalNumber` is missing for a sale by card terminal, or given for any other order.
   * - `ORDER_NOT_REFUNDABLE`: The provider declines the refund (reason in `details`), or a change of plan has credited what is left.
   * - `AMOUNT_EXCEEDS_PAID`: `amount` exceeds what is left of the paid amount, less the credit of a change of plan.
   * - `CONFLICT`: Another refund of the order is in progress: try again after one second.
   * - `UNAVAILABLE`: The provider does not respond; the refund is in progress, and a repetition with the same `Idempotency-Key` returns its outcome.
   */
  refundOrder(input: RefundOrderInput, options?: CallOptions): Promise<OrderDetail>
  /**
   * Create a coupon that makes orders cost less. `POST /admin/api/coupons`
   *
   * A coupon with `automatic` counts for each order without a code; otherwise members give its `code`, which
   * is made up if it is absent. By default it counts for the first payment, for every product and store, without end,
   * and once for each member. It counts immediately, and its code cannot be changed later.
   *
   * - `COUPON_CODE_TAKEN`: Another coupon has this code, possibly one that has ended.
   * - `COUPON_LIMIT`: There are 1000 coupons that have not ended, or 50 without a code.
   * - `VALIDATION_FAILED`: Not exactly one of `discountWon` and `discountPercent` is given, `maximumDiscount` is given without `discountPercent`, `untilDate` is before `fromDate`, or `limitTotal` is less than the orders that have the coupon already; or the code has other characters than letters and digits, is shorter than 4 or longer than 20, or is given with `automatic`.
   */
  createCoupon(input: CreateCouponInput, options?: CallOptions): Promise<CreateCouponResult>
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
   * Orders that have it already, and the renewals of their subscriptions, keep what they were sold with. The change
   * is recorded in the audit log.
   *
   * - `COUPON_NOT_FOUND`: No coupon has this id, or it was deleted.
   * - `VALIDATION_FAILED`: Not exactly one of `discountWon` and `discountPercent` is given, `maximumDiscount` is given without `discountPercent`, `untilDate` is before `fromDate`, or `limitTotal` is less than the orders that have the coupon already.
   */
  updateCoupon(input: UpdateCouponInput, options?: CallOptions): Promise<UpdateCouponResult>
  /**
   * End a coupon. `POST /admin/api/coupons/{id}/end`
   *
   * It counts for no further order, and cannot be resumed. Orders that have it already, and the renewals of their
   * subscriptions, stay as they are. A repetition is a no-op.
   *
   * - `COUPON_NOT_FOUND`: No coupon has this id, or it was deleted.
   */
  endCoupon(input: EndCouponInput, options?: CallOptions): Promise<EndCouponResult>
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
   * Makes a Completed order without the provider, which counts as money of the store and day, and grants
   * the product. A subscription is sold for one period: a renewal needs a card of the member, who can resume it in the
   * app before the period ends. A `cashReceipt` is issued in the background; its state is in the order. An
   * administrator of certain stores sells to members with a visit or use there.
   *
   * - `MEMBER_NOT_FOUND`: No member has this id, or the member has left.
   * - `PRODUCT_NOT_FOUND`: No product has this id, or it was deleted.
   * - `STORE_NOT_FOUND`: No store has this id.
   * - `PRODUCT_NOT_ON_SALE`: The product is not on sale at the moment, or not valid at this store.
   * - `COUPON_NOT_FOUND`: No coupon has `couponCode`.
   * - `COUPON_NOT_APPLICABLE`: The coupon of `couponCode` has ended or has not begun, is for another product or store, or the product is free (reason in `details`).
   * - `COUPON_USED_UP`: As many orders have the coupon of `couponCode` as can, in all or of the member (reason in `details`).
   * - `RATE_LIMITED`: The caller has tried 30 codes within a minute.
   * - `CAR_NOT_FOUND`: `carId` is given and is not a car of the member.
   * - `AMOUNT_MISMATCH`: `amount` is not what the product costs the member at the moment (in `details`).
   * - `ALREADY_SUBSCRIBED`: The member has this subscription.
   * - `FREE_PRODUCT_LIMIT`: The product is free and the member has it.
   * - `CONFLICT`: A card is being charged for the same subscription, or the coupon is changing: try again after one second.
   * - `VALIDATION_FAILED`: `approvalNumber` is missing for a card terminal, given for another method, or the store has it on this day already; `cashReceipt` is given for a card terminal or a sale that costs nothing, its number is not one of its kind, or the payment provider has no account; `remembersBusiness` is given without a car or business number.
   */
  sellProduct(input: SellProductInput, options?: CallOptions): Promise<SellProductResult>
  /**
   * Calculate what a sale at the counter would cost a member, and sell nothing. `POST /admin/api/counterSales/price`
   *
   * `POST /admin/api/counterSales` decides in the same way, and may still find the coupon used up. A first
   * price counts for the first purchase of the member, unless it is 0, which needs a card.
   *
   * - `MEMBER_NOT_FOUND`: No member has this id, or the member has left.
   * - `PRODUCT_NOT_FOUND`: No product has this id, or it was deleted.
   * - `STORE_NOT_FOUND`: No store has this id.
   * - `PRODUCT_NOT_ON_SALE`: The product is not on sale at the moment, or not valid at this store.
   * - `COUPON_NOT_FOUND`: No coupon has `couponCode`.
   * - `COUPON_NOT_APPLICABLE`: The coupon of `couponCode` has ended or has not begun, is for another product or store, or the product is free (reason in `details`).
   * - `COUPON_USED_UP`: As many orders have the coupon of `couponCode` as can, in all or of the member (reason in `details`).
   * - `RATE_LIMITED`: The caller has tried 30 codes within a minute.
   */
  priceCounterSale(input: PriceCounterSaleInput, options?: CallOptions): Promise<PriceCounterSaleResult>
  /**
   * List the cars of a member for a sale at the counter. `GET /admin/api/counterSales/cars`
   *
   * The list has the cars that the member has now, with the business numbers that staff have kept.
   *
   * - `MEMBER_NOT_FOUND`: No member with this id comes to the stores of the administrator, or the member has left.
   */
  listCounterCars(input: ListCounterCarsInput, options?: CallOptions): Promise<ListCounterCarsResult>
  /**
   * Issue a cash receipt for a sale at the counter that has none. `POST /admin/api/orders/{orderId}/cashReceipt`
   *
   * It is issued in the background for what is left of the amount, once, and cancelled or replaced when the
   * order is refunded. The number is stored encrypted, for at most 30 days, and is in no audit entry.
   *
   * - `ORDER_NOT_FOUND`: No order has this id.
   * - `ORDER_STATE_INVALID`: The order was not sold for cash or by bank transfer, cost nothing, is refunded, or has a receipt that is not refused.
   * - `VALIDATION_FAILED`: `identifier` is not a phone number for `personal`, or not a business number for `corporate`, or the payment provider has no account.
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
   * - `VALIDATION_FAILED`: A column is missing, a row cannot be read or differs from that of another file (in amounts, fees or the day of a payment), a row of another file with rows of the same day is missing, there is no row or more than 20,000, or the rows are of more than 92 days; `details` name the columns and the first rows.
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
   * All files count that have rows of these days. Payments and refunds are compared one by one, as the
   * ledger is now, without sales at counters.
   *
   * - `SETTLEMENT_NOT_FOUND`: No settlement file has this id.
   */
  getSettlement(input: GetSettlementInput, options?: CallOptions): Promise<GetSettlementResult>
  /**
   * Delete a settlement file with its rows. `DELETE /admin/api/settlements/{id}`
   *
   * Rows that another file has too are gone until that file is imported again.
   *
   * - `SETTLEMENT_NOT_FOUND`: No settlement file has this id.
   */
  deleteSettlement(input: DeleteSettlementInput, options?: CallOptions): Promise<null>
  /**
   * State the money of a month by store and method. `GET /admin/api/statements`
   *
   * Money counts as in `getMoneyFigures`, on the day on which it moved. Fees are those of the rows of settlement files
   * with a day in the month. Administrators of certain stores get the rows of these stores.
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
   * - `FRESH_SIGN_IN_REQUIRED`: It applies if the setting `orders.freshSignInWon` is not 0 and the money, with what was refunded of the order before, reaches it.
   * - `OWED_RETURN_NOT_FOUND`: No owed return has this id.
   * - `OWED_RETURN_SETTLED`: The money was returned already.
   * - `CONFLICT`: The provider is being asked to return it: try again after one second.
   */
  settleOwedReturn(input: SettleOwedReturnInput, options?: CallOptions): Promise<OwedReturn>
  /**
   * Register a card with its card data, or with a billing key issued in the provider's window (customerUid). `POST /api/cards`
   *
   * Card data is passed on to the provider for a billing key and is not stored; only the key and the
   * masked number are. The first card becomes the main card, which pays for the renewals of subscriptions. While a
   * renewal is unpaid, any new card becomes the main card and is charged for it immediately.
   *
   * - `CARD_REFUSED`: The provider declines the card (reason in `details`), has no billing key for this `customerUid`, or the billing key is already registered.
   * - `VALIDATION_FAILED`: Some of the card data is missing, or is sent together with `customerUid`.
   * - `RATE_LIMITED`: The member has tried ten cards without success within an hour, or caused 30 lookups at the provider within a minute.
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
   * card, the newest of the others becomes the main card, and unpaid renewals are charged to it immediately. Without
   * any card they fail.
   *
   * - `CARD_NOT_FOUND`: The member has no card with this id.
   */
  deleteCard(input: DeleteCardInput, options?: CallOptions): Promise<null>
  /**
   * List your products, including past ones. `GET /api/me/products`
   *
   * Returns a page, the latest start first unless `sort` is given. State Available is usable;
   * Unavailable has an unpaid renewal, is paused or has not started; Complete is used up or expired; Cancel was refunded or
   * withdrawn. `dunning` is null unless a renewal is unpaid. If the bank was only unavailable, the product stays
   * Available for up to 24 hours; after any other refusal it is Unavailable until it is paid.
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
   * product is Available until the end of its next period. A refusal leaves the scheduled charges as they are. With
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
   * The period, and the next charge, end later by the length of the pause: no paid day is lost, and nothing is
   * charged in the meantime. It is Unavailable until the pause is over, when it becomes Available by itself. The member can pause for `pauseDaysPerYear`
   * in a calendar year (Asia/Seoul); a pause counts in the year in which it begins, those by an administrator too.
   *
   * - `USER_PRODUCT_NOT_FOUND`: The member has no product with this id.
   * - `USER_PRODUCT_STATE_INVALID`: The product is not a subscription that renews, is paused already, is in its trial, is being refunded, or its renewal is due or unpaid.
   * - `PAUSE_LIMIT_EXCEEDED`: The days are more than are left of the year; `details` has their number.
   * - `CONFLICT`: The renewal is being charged: try again after one second.
   */
  pauseMyProduct(input: PauseMyProductInput, options?: CallOptions): Promise<UserProduct>
  /**
   * End the pause of one of your subscriptions. `POST /api/me/products/{id}/unpause`
   *
   * The product is Available immediately. The period, and the next charge, end earlier by the rest of the pause, and
   * whole days of the rest do not count for the year.
   *
   * - `USER_PRODUCT_NOT_FOUND`: The member has no product with this id.
   * - `USER_PRODUCT_STATE_INVALID`: The product is not paused.
   */
  unpauseMyProduct(input: UnpauseMyProductInput, options?: CallOptions): Promise<UserProduct>
  /**
   * Get what a change of one of your subscriptions to another plan costs. `GET /api/me/products/{id}/change`
   *
   * A change now costs the price of the new plan less the value of the unused days, counted in Asia/Seoul from
   * tomorrow and rounded down to won; a plan with a number of uses credits at most the share of its unused uses. The new plan has
   * no trial and no first price then.
   *
   * - `USER_PRODUCT_NOT_FOUND`: The member has no product with this id.
   * - `USER_PRODUCT_STATE_INVALID`: The product is not a subscription that renews, was granted, is paused, is being refunded, or its renewal is due or unpaid.
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
   * `now` returns an order of the new plan that replaces this one as soon as it is paid, like any order; if this one
   * has changed by then, or a day has passed, nothing is replaced and the payment is refunded. A full refund of that order restores
   * this plan. With `periodEnd` the next renewal is of the new plan, at today's price; a second request replaces the first, and
   * one with the plan itself withdraws it.
   *
   * - `USER_PRODUCT_NOT_FOUND`: The member has no product with this id.
   * - `USER_PRODUCT_STATE_INVALID`: The product is not a subscription that renews, was granted, is paused, is being refunded, or its renewal is due or unpaid.
   * - `PLAN_COMMITTED`: The periods that the member agreed to are not over.
   * - `CREDIT_EXCEEDS_PRICE`: `when` is `now`, and the credit is more than the price of the new plan.
   * - `TOO_MANY_OPEN_ORDERS`: The member has 20 unpaid orders; the operator can set another limit.
   * - `CONFLICT`: The renewal is being charged: try again after one second.
   * - `PRODUCT_NOT_FOUND`: No product has the id `productId`, or it was deleted.
   * - `PRODUCT_NOT_ON_SALE`: The new plan is not on sale at the moment.
   * - `ALREADY_SUBSCRIBED`: The member has the new plan already.
   * - `VALIDATION_FAILED`: `productId` is not a subscription, or it is the plan itself and `when` is `now`.
   */
  changeMyProduct(input: ChangeMyProductInput, options?: CallOptions): Promise<ChangeMyProductResult>
  /**
   * Bind one of your products to another of your cars, once in 30 days. `PATCH /api/me/products/{id}`
   *
   * Moves the product from its previous car, which may have been removed, to this one; past uses stay.
   * The first choice of a car does not count as a move, and the same car again is a no-op. An administrator can move it at any time.
   *
   * - `USER_PRODUCT_NOT_FOUND`: The member has no product with this id.
   * - `CAR_NOT_FOUND`: `carId` is not a car of the member.
   * - `USER_PRODUCT_STATE_INVALID`: The product has ended, or it is for any car (`carLimit` null).
   * - `USER_PRODUCT_MOVED`: The member moved it to another car less than 30 days ago; `details` has the time from which it can be moved again.
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
   * Moves the product from its previous car to this one; past uses stay. It does
   * not count as the member's move. The change is recorded in the audit log; the same car again is a no-op.
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
   * The member can use the product until its paid period ends; if its renewal is due or unpaid, it ends
   * immediately, and a charge that is in progress and succeeds anyway is refunded in full. Periods that the member agreed to
   * do not delay it. The change is recorded in the audit log with its reason.
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
   * The period, and the next charge, end later by the length of the pause: no paid day is lost, and nothing is
   * charged in the meantime. The limit of the year does not apply, but the days count for it. The change is recorded in the
   * audit log with its reason.
   *
   * - `USER_PRODUCT_NOT_FOUND`: No product of a member has this id.
   * - `USER_PRODUCT_STATE_INVALID`: The product is not a subscription that renews, is paused already, is in its trial, is being refunded, or its renewal is due or unpaid.
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
   * - `PAYMENT_FAILED`: The provider declined the card (reason in `details`); nothing has changed.
   * - `CARD_NOT_FOUND`: `when` is `now`, and the member has no card.
   * - `AMOUNT_MISMATCH`: `amount` is not what the change costs at the moment (in `details`); nothing is charged.
   * - `CREDIT_EXCEEDS_PRICE`: `when` is `now`, and the credit is more than the price of the new plan.
   * - `UNAVAILABLE`: The provider does not respond; the outcome is determined in the background, and a repetition with the same `Idempotency-Key` returns it.
   * - `USER_PRODUCT_NOT_FOUND`: No product of a member has this id.
   * - `USER_PRODUCT_STATE_INVALID`: The product is not a subscription that renews, was granted, is paused, is being refunded, or its renewal is due or unpaid.
   * - `CONFLICT`: The renewal, or another change of the plan, is being charged: try again after one second.
   * - `PRODUCT_NOT_FOUND`: No product has the id `productId`, or it was deleted.
   * - `PRODUCT_NOT_ON_SALE`: The new plan is not on sale at the moment.
   * - `ALREADY_SUBSCRIBED`: The member has the new plan already.
   * - `VALIDATION_FAILED`: `productId` is not a subscription, or `when` is `now` and it is the plan itself, or `amount` is absent.
   */
  changeUserProductPlan(input: ChangeUserProductPlanInput, options?: CallOptions): Promise<UserProductSummary>
  /**
   * Get what a change of a member's subscription to another plan costs. `GET /admin/api/userProducts/{id}/change`
   *
   * Returns the same as `GET /api/me/products/{id}/change`, but also while the member is bound to agreed periods.
   *
   * - `USER_PRODUCT_NOT_FOUND`: No product of a member has this id.
   * - `USER_PRODUCT_STATE_INVALID`: The product is not a subscription that renews, was granted, is paused, is being refunded, or its renewal is due or unpaid.
   * - `CONFLICT`: The renewal is being charged: try again after one second.
   * - `PRODUCT_NOT_FOUND`: No product has the id `productId`, or it was deleted.
   * - `PRODUCT_NOT_ON_SALE`: The new plan is not on sale at the moment.
   * - `ALREADY_SUBSCRIBED`: The member has the new plan already.
   * - `VALIDATION_FAILED`: `productId` is not a subscription.
   */
  getUserProductChange(input: GetUserProductChangeInput, options?: CallOptions): Promise<GetUserProductChangeResult>
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
   * Each subscription that is bought until `fromDate` keeps its price until a period begins on that day or later, and
   * never changes within a commitment. A raise counts for members who agree in the 30 days before; other subscriptions
   * end then. A lower price needs no consent. Orders cost the price of the product, which is changed with the product.
   *
   * - `PRODUCT_NOT_FOUND`: No product has this id, or it was deleted.
   * - `PRICE_CHANGE_ANNOUNCED`: The product has a change of its price whose day has not come: withdraw it first.
   * - `VALIDATION_FAILED`: The product is no subscription, or `fromDate` is less than 30 days from today (a raise), in the past, or more than 366 days away.
   */
  announcePriceChange(input: AnnouncePriceChangeInput, options?: CallOptions): Promise<AnnouncePriceChangeResult>
  /**
   * List the changes of the price of running subscriptions of a product. `GET /admin/api/products/{id}/priceChanges`
   *
   * The newest hundred, with what members have answered. `GET /admin/api/userProducts` with `productId` and
   * `priceConsent` lists the subscriptions.
   *
   * - `PRODUCT_NOT_FOUND`: No product has this id, or it was deleted.
   */
  listPriceChanges(input: ListPriceChangesInput, options?: CallOptions): Promise<AnnouncePriceChangeResult[]>
  /**
   * Withdraw the latest price of running subscriptions. `POST /admin/api/products/{id}/priceChanges/withdraw`
   *
   * Subscriptions go on at their price, also those whose members declined. A raise can be withdrawn after its day too: what was
   * charged stays, and later renewals cost the price before. Members who were notified of the raise are notified of this. The
   * change is recorded in the audit log.
   *
   * - `PRICE_CHANGE_NOT_FOUND`: The latest change of the price is withdrawn, or a lower price whose day has come, or there is none.
   */
  withdrawPriceChange(input: WithdrawPriceChangeInput, options?: CallOptions): Promise<WithdrawPriceChangeResult>
  /**
   * Agree to the raised price of one of your subscriptions, or decline it. `POST /api/me/products/{id}/priceChange`
   *
   * The latest answer before the first period at the new price counts; the same answer again is a no-op. Without a
   * consent in the 30 days before, the subscription ends then and nothing is charged. A pause may move that period so far that the
   * member has to agree again.
   *
   * - `USER_PRODUCT_NOT_FOUND`: The member has no product with this id.
   * - `USER_PRODUCT_STATE_INVALID`: The price of the product is not raised, its next period has begun, or the product does not renew, changes to another plan or is being refunded.
   * - `PRICE_CHANGED`: The price or the text has changed since: read it again.
   * - `PRICE_CONSENT_TOO_EARLY`: The first period at the new price begins in more than 30 days; `details` has the first time.
   * - `CONFLICT`: The renewal is being charged: try again after one second.
   * - `RATE_LIMITED`: The member has changed the answer twenty times, and can only decline the new price now.
   */
  answerPriceChange(input: AnswerPriceChangeInput, options?: CallOptions): Promise<UserProduct>
  /**
   * Record what a member has answered in person to a raised price. `POST /admin/api/userProducts/{id}/priceChange`
   *
   * Counts as an answer of the member. It is recorded in the audit log with its reason.
   *
   * - `USER_PRODUCT_NOT_FOUND`: No product of a member has this id.
   * - `USER_PRODUCT_STATE_INVALID`: The price of the product is not raised, its next period has begun, or the product does not renew, changes to another plan or is being refunded.
   * - `PRICE_CHANGED`: The price or the text has changed since: read it again.
   * - `PRICE_CONSENT_TOO_EARLY`: The first period at the new price begins in more than 30 days; `details` has the first time.
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
   * For a visit of the last 31 days that has fewer uses than the `usesPerStay` of the product, also a late one,
   * with a product that was usable at the visit or is Available now. Its stores, cars and daily limit and the setting
   * `products.useOnVisit` are not checked; its limit per period is. The use is like that of a visit: live screens receive
   * the visit again, and it can be reversed. The change is recorded in the audit log with its reason.
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
   * Reverse a use; the member gets it back. `POST /admin/api/useLogs/{id}/reverse`
   *
   * The use no longer counts, and its visit does not use a product of this member again, unless it has other
   * uses; live screens receive the visit again. The change is recorded in the audit log with its reason.
   *
   * - `USE_LOG_NOT_FOUND`: No use has this id.
   * - `USE_LOG_REVERSED`: The use was already reversed, by an administrator or because its visit changed.
   */
  reverseUseLog(input: ReverseUseLogInput, options?: CallOptions): Promise<UseLogDetail>
  /**
   * Sum up payments, refunds and renewals by period, store, product or method. `GET /admin/api/statistics/money`
   *
   * Money counts when the provider moved it, even if KingCar noticed it later; an order belongs to the one store
   * at which its product was valid when it was ordered, or to the group `several`, which
   * administrators of certain stores do not see. The method is that of the payment of the order: `unknown` before it is known,
   * and card for a renewal. Periods are in Asia/Seoul, and those without anything are included. With `compareWith`
   * each row has the figures of the same place in the earlier range; a range that is not over at `asOf` is compared up to the same
   * moment in its total and its groups, and as a whole in its periods.
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
   * A subscription is active from its start until it ends, also while a renewal is unpaid or after its
   * renewal was stopped, until the paid period is over. Periods are in Asia/Seoul, and those without anything are included. With `compareWith`
   * each row has the figures of the same place in the earlier range; a range that is not over at `asOf` is compared up to the same
   * moment in its total and its groups, and as a whole in its periods.
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
   * A use counts when the product was used; a later reversal changes the figures of that time.
   * Uses by product are those of the product in the catalog that the member's product is of. Periods are in Asia/Seoul, and those without anything are included. With `compareWith`
   * each row has the figures of the same place in the earlier range; a range that is not over at `asOf` is compared up to the same
   * moment in its total and its groups, and as a whole in its periods.
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
   * share after 1 month is of those who have an active subscription at the end of the following month: a member who never
   * renewed a monthly subscription is not among them. Subscriptions are active as in `getSubscriptionFigures`.
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
