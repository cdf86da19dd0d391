// Generated from the contract by `npm run generate`: do not edit.
import type { CallOptions } from '../../model/call.ts'
import type {
  Card,
  Order,
  OrderDetail,
  OrderSummary,
  Page,
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
}

/** Input of `listMyOrders`. */
export type ListMyOrdersInput = {
  state?: 'Create' | 'Reserved' | 'Paid' | 'Completed' | 'Fail' | 'Cancel' | 'Refund'
  /** From 0 */
  page?: number
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
}

/** Input of `receivePaymentWebhook`. */
export type ReceivePaymentWebhookInput = {
  imp_uid: string
  merchant_uid: string
  status: string
  cancellation_id?: string | null
}

/** Input of `listOrders`. */
export type ListOrdersInput = {
  q?: string
  state?: 'Create' | 'Reserved' | 'Paid' | 'Completed' | 'Fail' | 'Cancel' | 'Refund'
  /** Inclusive: a time, or a day in Asia/Seoul from its start */
  from?: string
  /** Exclusive: a time, or a day in Asia/Seoul to its end */
  to?: string
  /** From 0 */
  page?: number
  size?: number
  sort?: ('createdAt,asc' | 'createdAt,desc' | 'paidAt,asc' | 'paidAt,desc' | 'amount,asc' | 'amount,desc')[]
}

/** Input of `exportOrders`. */
export type ExportOrdersInput = {
  q?: string
  state?: 'Create' | 'Reserved' | 'Paid' | 'Completed' | 'Fail' | 'Cancel' | 'Refund'
  /** Inclusive: a time, or a day in Asia/Seoul from its start */
  from?: string
  /** Exclusive: a time, or a day in Asia/Seoul to its end */
  to?: string
  /** From 0 */
  page?: number
  size?: number
  sort?: ('createdAt,asc' | 'createdAt,desc' | 'paidAt,asc' | 'paidAt,desc' | 'amount,asc' | 'amount,desc')[]
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
  /** KRW; all that is left where absent */
  amount?: number
  reason: string
}

/** Input of `createCard`. */
export type CreateCardInput = {
  cardNumber?: string
  expiry?: string
  /** YYMMDD or business number */
  birth?: string
  passwordTwoDigits?: string
  /** Chosen by the app so that nobody can guess it: whoever names it first has the card */
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
  /** From 0 */
  page?: number
  size?: number
  sort?: ('startsAt,asc' | 'startsAt,desc' | 'endsAt,asc' | 'endsAt,desc')[]
}

/** Input of `stopRenewal`. */
export type StopRenewalInput = {
  /** UUIDv7 */
  id: string
}

/** Input of `listUserProducts`. */
export type ListUserProductsInput = {
  q?: string
  /** UUIDv7 */
  memberId?: string
  /** UUIDv7 */
  productId?: string
  state?: 'Available' | 'Unavailable' | 'Cancel' | 'Complete'
  /** From 0 */
  page?: number
  size?: number
  sort?: ('createdAt,asc' | 'createdAt,desc' | 'startsAt,asc' | 'startsAt,desc' | 'endsAt,asc' | 'endsAt,desc')[]
}

/** Input of `exportUserProducts`. */
export type ExportUserProductsInput = {
  q?: string
  /** UUIDv7 */
  memberId?: string
  /** UUIDv7 */
  productId?: string
  state?: 'Available' | 'Unavailable' | 'Cancel' | 'Complete'
  /** From 0 */
  page?: number
  size?: number
  sort?: ('createdAt,asc' | 'createdAt,desc' | 'startsAt,asc' | 'startsAt,desc' | 'endsAt,asc' | 'endsAt,desc')[]
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

/** Input of `cancelUserProduct`. */
export type CancelUserProductInput = {
  /** UUIDv7 */
  id: string
  reason: string
}

/** Input of `listMyUseLogs`. */
export type ListMyUseLogsInput = {
  /** From 0 */
  page?: number
  size?: number
  sort?: ('usedAt,asc' | 'usedAt,desc')[]
}

/** Input of `listUseLogs`. */
export type ListUseLogsInput = {
  q?: string
  /** UUIDv7 */
  memberId?: string
  /** UUIDv7 */
  storeId?: string
  /** Inclusive: a time, or a day in Asia/Seoul from its start */
  from?: string
  /** Exclusive: a time, or a day in Asia/Seoul to its end */
  to?: string
  /** From 0 */
  page?: number
  size?: number
  sort?: ('usedAt,asc' | 'usedAt,desc')[]
}

/** Input of `exportUseLogs`. */
export type ExportUseLogsInput = {
  q?: string
  /** UUIDv7 */
  memberId?: string
  /** UUIDv7 */
  storeId?: string
  /** Inclusive: a time, or a day in Asia/Seoul from its start */
  from?: string
  /** Exclusive: a time, or a day in Asia/Seoul to its end */
  to?: string
  /** From 0 */
  page?: number
  size?: number
  sort?: ('usedAt,asc' | 'usedAt,desc')[]
}

/** Input of `reverseUseLog`. */
export type ReverseUseLogInput = {
  /** UUIDv7 */
  id: string
  reason: string
}

export type OrdersInputs = {
  createOrder: CreateOrderInput
  listMyOrders: ListMyOrdersInput
  getMyOrder: GetMyOrderInput
  payOrder: PayOrderInput
  cancelOrder: CancelOrderInput
  refundMyOrder: RefundMyOrderInput
  receivePaymentWebhook: ReceivePaymentWebhookInput
  listOrders: ListOrdersInput
  exportOrders: ExportOrdersInput
  getRevenue: GetRevenueInput
  getOrder: GetOrderInput
  refundOrder: RefundOrderInput
  createCard: CreateCardInput
  listCards: ListCardsInput
  updateCard: UpdateCardInput
  deleteCard: DeleteCardInput
  listMyProducts: ListMyProductsInput
  stopRenewal: StopRenewalInput
  listUserProducts: ListUserProductsInput
  exportUserProducts: ExportUserProductsInput
  grantUserProduct: GrantUserProductInput
  cancelUserProduct: CancelUserProductInput
  listMyUseLogs: ListMyUseLogsInput
  listUseLogs: ListUseLogsInput
  exportUseLogs: ExportUseLogsInput
  reverseUseLog: ReverseUseLogInput
}

export type OrdersResults = {
  createOrder: Order
  listMyOrders: Page<Order>
  getMyOrder: Order
  payOrder: Order
  cancelOrder: Order
  refundMyOrder: Order
  receivePaymentWebhook: null
  listOrders: Page<OrderSummary>
  exportOrders: Blob
  getRevenue: Revenue[]
  getOrder: OrderDetail
  refundOrder: OrderDetail
  createCard: Card
  listCards: Card[]
  updateCard: Card
  deleteCard: null
  listMyProducts: Page<UserProduct>
  stopRenewal: UserProduct
  listUserProducts: Page<UserProductSummary>
  exportUserProducts: Blob
  grantUserProduct: UserProductSummary
  cancelUserProduct: UserProductSummary
  listMyUseLogs: Page<UseLog>
  listUseLogs: Page<UseLogDetail>
  exportUseLogs: Blob
  reverseUseLog: UseLogDetail
}

export interface OrdersClient {
  /**
   * Order a product; the server alone sets the amount. `POST /api/orders`
   *
   * The order is in state Create, at the price that the product has now and whatever it becomes;
   * `payment` is what the provider's window needs. Unpaid it is cancelled after 30 minutes. While the catalog is away
   * the price that it told last holds.
   *
   * - `PRODUCT_NOT_FOUND`: No product has this id, or it was removed.
   * - `CAR_NOT_FOUND`: `carId` is given and is of no car of the member.
   * - `PRODUCT_NOT_ON_SALE`: The product is not sold now.
   */
  createOrder(input: CreateOrderInput, options?: CallOptions): Promise<Order>
  /**
   * Your orders, the newest first. `GET /api/orders`
   *
   * A page of the member's orders, those of subscription renewals too, the newest first unless `sort`
   * says otherwise.
   */
  listMyOrders(input?: ListMyOrdersInput, options?: CallOptions): Promise<Page<Order>>
  /**
   * One of your orders. `GET /api/orders/{orderId}`
   *
   * An order of another member is not found. `payment` is there while the order can be paid in the
   * provider's window (Create), null afterwards. The `ETag` is its version.
   *
   * - `ORDER_NOT_FOUND`: The member has no order of this id.
   */
  getMyOrder(input: GetMyOrderInput, options?: CallOptions): Promise<Order>
  /**
   * Confirm a payment made in the provider's window (impUid), or charge one of your cards (cardId), at most once; neither for what costs nothing. `PATCH /api/order/{orderId}/payment`
   *
   * With `impUid` the payment that was made in the provider's window is looked up there and compared;
   * with `cardId` the card is charged now, without either an order of nothing is paid. It is charged at most once
   * whatever is repeated, and a repetition of what has been paid so answers the order. A paid order gives the member
   * its product in the same moment and reads Completed; one that awaits a transfer reads Reserved. With
   * `Idempotency-Key` a refusal is kept, too: another try of the same card takes another key.
   *
   * - `PAYMENT_FAILED`: The provider declined, with its reason in `details`, or it has no payment of this `impUid` for this order.
   * - `ORDER_NOT_FOUND`: The member has no order of this id.
   * - `CARD_NOT_FOUND`: `cardId` is of no card of the member.
   * - `AMOUNT_MISMATCH`: Another amount was paid than the order has; it is cancelled at the provider, and the order fails.
   * - `ORDER_STATE_INVALID`: The order is paid in another way, has failed, or was cancelled or refunded; money that came to it all the same goes back.
   * - `VALIDATION_FAILED`: Both `impUid` and `cardId` are given, or neither for an order that costs something.
   * - `CONFLICT`: Another payment of this order is under way; try again after a second.
   * - `RATE_LIMITED`: The member has caused thirty look-ups at the provider within a minute.
   * - `UNAVAILABLE`: The provider does not answer; what became of the payment is found out by itself, and a repetition with the same `Idempotency-Key` tells it.
   */
  payOrder(input: PayOrderInput, options?: CallOptions): Promise<Order>
  /**
   * Cancel one of your orders that is not paid yet. `POST /api/orders/{orderId}/cancel`
   *
   * For orders in Create and Reserved; money that comes to a cancelled order all the same goes back in
   * full.
   *
   * - `ORDER_NOT_FOUND`: The member has no order of this id.
   * - `ORDER_STATE_INVALID`: The order is paid, or it has ended already.
   * - `CONFLICT`: A card is being charged for the order; try again after a second.
   */
  cancelOrder(input: CancelOrderInput, options?: CallOptions): Promise<Order>
  /**
   * Take back an unused order within the days of the setting orders.refundDays. `POST /api/orders/{orderId}/refund`
   *
   * The whole amount goes back at the provider, the product that the order gave ends (Cancel), and with
   * it its renewal; of a renewal only what was used since it was paid counts. Money is sent back at most once,
   * whatever is repeated. A use that an administrator reversed is none.
   *
   * - `ORDER_NOT_FOUND`: The member has no order of this id.
   * - `ORDER_NOT_REFUNDABLE`: The product was used, a part has gone back already, the days of the setting `orders.refundDays` are over, or the provider refuses, with its reason in `details`.
   * - `ORDER_STATE_INVALID`: The order is not paid, or it is refunded already.
   * - `CONFLICT`: Another refund of the order is under way; try again after a second.
   * - `UNAVAILABLE`: The provider does not answer; the refund is under way, and a repetition with the same `Idempotency-Key` tells how it ended.
   */
  refundMyOrder(input: RefundMyOrderInput, options?: CallOptions): Promise<Order>
  /**
   * The payment provider's notice; nothing in it is believed, the payment is looked up. `POST /api/orders/webhook`
   *
   * For PortOne. A notice of an order of ours is stored before it is answered, once for each `imp_uid`,
   * `status` and `cancellation_id` and at most a hundred an order; then the provider is asked about that order, and
   * what it says counts. Any other is answered 200, too, and changes nothing. It may be called at any rate.
   */
  receivePaymentWebhook(input: ReceivePaymentWebhookInput, options?: CallOptions): Promise<null>
  /**
   * Search orders: by id, merchantUid, or what their member is found by. `GET /admin/api/orders`
   *
   * A page of orders, the newest first unless `sort` says otherwise. `q` is the id or the `merchantUid`
   * of one order, or else finds members by part of a name or its initial consonants, the last four digits of a plate
   * or a phone, or the beginning of an email. `from` and `to` are about `createdAt`.
   */
  listOrders(input?: ListOrdersInput, options?: CallOptions): Promise<Page<OrderSummary>>
  /**
   * The list of orders as CSV. `GET /admin/api/orders/export`
   *
   * Orders that the query finds, with their members and amounts. The file is UTF-8 for spreadsheets, with Korean headings, filtered and sorted as the list is; `page` and
   * `size` are ignored. The response is streamed; after a failure the connection is cut, so that an incomplete file does
   * not look complete.
   */
  exportOrders(input?: ExportOrdersInput, options?: CallOptions): Promise<Blob>
  /**
   * What was paid and refunded, by day or month in Asia/Seoul. `GET /admin/api/orders/revenue`
   *
   * Added up from the ledger by the moment at which money moved; periods without any stand there too, so
   * that a chart needs no filling. Each order is counted once, when it was paid.
   *
   * - `VALIDATION_FAILED`: The range has more than 400 periods, or ends before it begins.
   */
  getRevenue(input: GetRevenueInput, options?: CallOptions): Promise<Revenue[]>
  /**
   * One order with its timeline. `GET /admin/api/orders/{orderId}`
   *
   * `timeline` is every transition and every attempt at the provider with its cause, in order. The `ETag`
   * is the version of the order.
   *
   * - `ORDER_NOT_FOUND`: No order has this id.
   */
  getOrder(input: GetOrderInput, options?: CallOptions): Promise<OrderDetail>
  /**
   * Refund an order, in whole or in part; what is refunded in whole ends its product. `POST /admin/api/orders/{orderId}/refund`
   *
   * Without `amount` all that is left goes back. A part leaves the state and raises `refundedAmount`; the
   * whole makes it Refund, ends the product that it gave, and stops its renewal. Money is sent back at most once,
   * whatever is repeated. It stands in the audit log and in the timeline of the order.
   *
   * - `ORDER_NOT_FOUND`: No order has this id.
   * - `ORDER_STATE_INVALID`: The order is not paid, or all of it is refunded already.
   * - `ORDER_NOT_REFUNDABLE`: The provider refuses, with its reason in `details`.
   * - `AMOUNT_EXCEEDS_PAID`: `amount` is more than is left of what was paid.
   * - `CONFLICT`: Another refund of the order is under way; try again after a second.
   * - `UNAVAILABLE`: The provider does not answer; the refund is under way, and a repetition with the same `Idempotency-Key` tells how it ended.
   */
  refundOrder(input: RefundOrderInput, options?: CallOptions): Promise<OrderDetail>
  /**
   * Register a card by all of its data, or by a billing key issued in the provider's window (customerUid) alone. `POST /api/cards`
   *
   * The card's data pass through to the provider for a billing key and are kept nowhere; kept are the key
   * and the masked number. The first card is the main one, with which subscriptions renew; renewals that are not paid
   * are charged with it at once.
   *
   * - `CARD_REFUSED`: The provider refuses the card, with its reason in `details`, has no billing key of this `customerUid`, or somebody has registered that one.
   * - `VALIDATION_FAILED`: Some of the card's data are missing, or stand beside `customerUid`.
   * - `RATE_LIMITED`: The member has tried ten cards within an hour that came to nothing, or caused thirty look-ups at the provider within a minute.
   * - `UNAVAILABLE`: The provider does not answer; a key that it issued all the same is revoked.
   */
  createCard(input?: CreateCardInput, options?: CallOptions): Promise<Card>
  /**
   * Your cards, the main one first. `GET /api/cards`
   *
   * Every card of the member, without pages, the main one first and then the newest.
   */
  listCards(input?: ListCardsInput, options?: CallOptions): Promise<Card[]>
  /**
   * Rename a card, or make it the main one, with which renewals that are not paid are charged at once. `PATCH /api/cards/{id}`
   *
   * Changes what is named and leaves the rest; `alias` null takes the name away. With `main` true the
   * former main card is it no longer.
   *
   * - `CARD_NOT_FOUND`: The member has no card of this id.
   * - `VALIDATION_FAILED`: `main` is false for the main card: make another one the main card instead.
   */
  updateCard(input: UpdateCardInput, options?: CallOptions): Promise<Card>
  /**
   * Remove a card; its billing key is revoked at the provider, and the newest of the others becomes the main one in its place. `DELETE /api/cards/{id}`
   *
   * The billing key is revoked a moment later, and again until it is. Renewals that are not paid are
   * charged at once with the card that takes its place; without any card they fail.
   *
   * - `CARD_NOT_FOUND`: The member has no card of this id.
   */
  deleteCard(input: DeleteCardInput, options?: CallOptions): Promise<null>
  /**
   * The products that you have. `GET /api/me/products`
   *
   * A page of what the member has and had, what begins last first unless `sort` says otherwise. Available
   * can be used; Unavailable has a renewal that is not paid, or has not begun; Complete is used up or over; Cancel was
   * refunded or taken back.
   */
  listMyProducts(input?: ListMyProductsInput, options?: CallOptions): Promise<Page<UserProduct>>
  /**
   * Stop the renewal of a subscription: the paid period stays, and one whose renewal is not paid ends. `POST /api/me/products/{id}/cancel`
   *
   * The product can be used until its paid period ends and is not charged again. There is no way back but
   * a new order.
   *
   * - `USER_PRODUCT_NOT_FOUND`: The member has no product of this id.
   * - `USER_PRODUCT_STATE_INVALID`: The product is over, is no subscription, or does not renew any more.
   */
  stopRenewal(input: StopRenewalInput, options?: CallOptions): Promise<UserProduct>
  /**
   * Search what members have. `GET /admin/api/userProducts`
   *
   * A page of what members have and had, the newest first unless `sort` says otherwise. `q` finds members
   * by part of a name or its initial consonants, the last four digits of a plate or a phone, or the beginning of an
   * email.
   */
  listUserProducts(input?: ListUserProductsInput, options?: CallOptions): Promise<Page<UserProductSummary>>
  /**
   * The list of user products as CSV. `GET /admin/api/userProducts/export`
   *
   * What the query finds, with members and remaining uses. The file is UTF-8 for spreadsheets, with Korean headings, filtered and sorted as the list is; `page` and
   * `size` are ignored. The response is streamed; after a failure the connection is cut, so that an incomplete file does
   * not look complete.
   */
  exportUserProducts(input?: ExportUserProductsInput, options?: CallOptions): Promise<Blob>
  /**
   * Give a member a product without an order, a subscription for one period. `POST /admin/api/userProducts`
   *
   * Nothing is paid, and a product that is not on sale can be given, too. It begins at `startsAt`, now
   * where that is absent, and never renews. It stands in the audit log with its reason.
   *
   * - `MEMBER_NOT_FOUND`: No member has this id, or they have left.
   * - `PRODUCT_NOT_FOUND`: No product has this id, or it was removed.
   * - `VALIDATION_FAILED`: `startsAt` is more than ten years away.
   */
  grantUserProduct(input: GrantUserProductInput, options?: CallOptions): Promise<UserProductSummary>
  /**
   * Take a product back from a member; nothing is paid back. `POST /admin/api/userProducts/{id}/cancel`
   *
   * The product is in state Cancel, can be used no more and does not renew; uses stay. Money goes back by
   * a refund of its order only. It stands in the audit log with its reason.
   *
   * - `USER_PRODUCT_NOT_FOUND`: No product of a member has this id.
   * - `USER_PRODUCT_STATE_INVALID`: The product is over already.
   */
  cancelUserProduct(input: CancelUserProductInput, options?: CallOptions): Promise<UserProductSummary>
  /**
   * When and where you used your products. `GET /api/me/products/useLogs`
   *
   * A page of the member's uses, the last first unless `sort` says otherwise. A use that was reversed is
   * not there.
   */
  listMyUseLogs(input?: ListMyUseLogsInput, options?: CallOptions): Promise<Page<UseLog>>
  /**
   * Search product uses. `GET /admin/api/useLogs`
   *
   * A page of uses, the last first unless `sort` says otherwise; those that were reversed say so. `q`
   * finds members by part of a name or its initial consonants, the last four digits of a plate or a phone, or the
   * beginning of an email. `from` and `to` are about `usedAt`.
   */
  listUseLogs(input?: ListUseLogsInput, options?: CallOptions): Promise<Page<UseLogDetail>>
  /**
   * The list of product uses as CSV. `GET /admin/api/useLogs/export`
   *
   * Uses that the query finds, reversed ones too. The file is UTF-8 for spreadsheets, with Korean headings, filtered and sorted as the list is; `page` and
   * `size` are ignored. The response is streamed; after a failure the connection is cut, so that an incomplete file does
   * not look complete.
   */
  exportUseLogs(input?: ExportUseLogsInput, options?: CallOptions): Promise<Blob>
  /**
   * Undo a use: the member gets it back. `POST /admin/api/useLogs/{id}/reverse`
   *
   * The use counts no more, and the visit that it came from uses nothing of that member again; live
   * screens get the visit once more. It stands in the audit log with its reason.
   *
   * - `USE_LOG_NOT_FOUND`: No use has this id.
   * - `USE_LOG_REVERSED`: The use has been reversed already, by hand or because its visit changed.
   */
  reverseUseLog(input: ReverseUseLogInput, options?: CallOptions): Promise<UseLogDetail>
}
