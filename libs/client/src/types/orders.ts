// Written by `npm run generate` from the contract; a test holds it to that.
import type { CallOptions } from '../transport.ts'
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

/** What `createOrder` takes. */
export type CreateOrderInput = {
  /** UUIDv7 */
  productId: string
  /** UUIDv7 */
  carId?: string
}

/** What `listMyOrders` takes. */
export type ListMyOrdersInput = {
  state?: 'Create' | 'Reserved' | 'Paid' | 'Completed' | 'Fail' | 'Cancel' | 'Refund'
  /** From 0 */
  page?: number
  size?: number
  sort?: ('createdAt,asc' | 'createdAt,desc' | 'amount,asc' | 'amount,desc')[]
}

/** What `getMyOrder` takes. */
export type GetMyOrderInput = {
  /** UUIDv7 */
  orderId: string
}

/** What `payOrder` takes. */
export type PayOrderInput = {
  /** UUIDv7 */
  orderId: string
  impUid?: string
  /** UUIDv7 */
  cardId?: string
}

/** What `cancelOrder` takes. */
export type CancelOrderInput = {
  /** UUIDv7 */
  orderId: string
}

/** What `refundMyOrder` takes. */
export type RefundMyOrderInput = {
  /** UUIDv7 */
  orderId: string
}

/** What `receivePaymentWebhook` takes. */
export type ReceivePaymentWebhookInput = {
  imp_uid: string
  merchant_uid: string
  status: string
  cancellation_id?: string | null
}

/** What `listOrders` takes. */
export type ListOrdersInput = {
  q?: string
  state?: 'Create' | 'Reserved' | 'Paid' | 'Completed' | 'Fail' | 'Cancel' | 'Refund'
  /** A moment, or a day in Asia/Seoul from its beginning */
  from?: string
  /** A moment, exclusive, or a day in Asia/Seoul to its end */
  to?: string
  /** From 0 */
  page?: number
  size?: number
  sort?: ('createdAt,asc' | 'createdAt,desc' | 'paidAt,asc' | 'paidAt,desc' | 'amount,asc' | 'amount,desc')[]
}

/** What `exportOrders` takes. */
export type ExportOrdersInput = {
  q?: string
  state?: 'Create' | 'Reserved' | 'Paid' | 'Completed' | 'Fail' | 'Cancel' | 'Refund'
  /** A moment, or a day in Asia/Seoul from its beginning */
  from?: string
  /** A moment, exclusive, or a day in Asia/Seoul to its end */
  to?: string
  /** From 0 */
  page?: number
  size?: number
  sort?: ('createdAt,asc' | 'createdAt,desc' | 'paidAt,asc' | 'paidAt,desc' | 'amount,asc' | 'amount,desc')[]
}

/** What `getRevenue` takes. */
export type GetRevenueInput = {
  /** A moment, or a day in Asia/Seoul from its beginning */
  from: string
  /** A moment, exclusive, or a day in Asia/Seoul to its end */
  to: string
  by?: 'day' | 'month'
}

/** What `getOrder` takes. */
export type GetOrderInput = {
  /** UUIDv7 */
  orderId: string
}

/** What `refundOrder` takes. */
export type RefundOrderInput = {
  /** UUIDv7 */
  orderId: string
  /** KRW; all that is left where absent */
  amount?: number
  reason: string
}

/** What `createCard` takes. */
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

/** What `listCards` takes. */
export type ListCardsInput = Record<never, never>

/** What `updateCard` takes. */
export type UpdateCardInput = {
  /** UUIDv7 */
  id: string
  alias?: string | null
  main?: boolean
}

/** What `deleteCard` takes. */
export type DeleteCardInput = {
  /** UUIDv7 */
  id: string
}

/** What `listMyProducts` takes. */
export type ListMyProductsInput = {
  /** From 0 */
  page?: number
  size?: number
  sort?: ('startsAt,asc' | 'startsAt,desc' | 'endsAt,asc' | 'endsAt,desc')[]
}

/** What `stopRenewal` takes. */
export type StopRenewalInput = {
  /** UUIDv7 */
  id: string
}

/** What `listUserProducts` takes. */
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

/** What `exportUserProducts` takes. */
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

/** What `grantUserProduct` takes. */
export type GrantUserProductInput = {
  /** UUIDv7 */
  memberId: string
  /** UUIDv7 */
  productId: string
  /** ISO 8601 UTC with milliseconds */
  startsAt?: string
  reason: string
}

/** What `cancelUserProduct` takes. */
export type CancelUserProductInput = {
  /** UUIDv7 */
  id: string
  reason: string
}

/** What `listMyUseLogs` takes. */
export type ListMyUseLogsInput = {
  /** From 0 */
  page?: number
  size?: number
  sort?: ('usedAt,asc' | 'usedAt,desc')[]
}

/** What `listUseLogs` takes. */
export type ListUseLogsInput = {
  q?: string
  /** UUIDv7 */
  memberId?: string
  /** UUIDv7 */
  storeId?: string
  /** A moment, or a day in Asia/Seoul from its beginning */
  from?: string
  /** A moment, exclusive, or a day in Asia/Seoul to its end */
  to?: string
  /** From 0 */
  page?: number
  size?: number
  sort?: ('usedAt,asc' | 'usedAt,desc')[]
}

/** What `exportUseLogs` takes. */
export type ExportUseLogsInput = {
  q?: string
  /** UUIDv7 */
  memberId?: string
  /** UUIDv7 */
  storeId?: string
  /** A moment, or a day in Asia/Seoul from its beginning */
  from?: string
  /** A moment, exclusive, or a day in Asia/Seoul to its end */
  to?: string
  /** From 0 */
  page?: number
  size?: number
  sort?: ('usedAt,asc' | 'usedAt,desc')[]
}

/** What `reverseUseLog` takes. */
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
   * Refuses with `PRODUCT_NOT_FOUND`, `CAR_NOT_FOUND`, `PRODUCT_NOT_ON_SALE`.
   */
  createOrder(input: CreateOrderInput, options?: CallOptions): Promise<Order>
  /**
   * Your orders, the newest first. `GET /api/orders`
   */
  listMyOrders(input?: ListMyOrdersInput, options?: CallOptions): Promise<Page<Order>>
  /**
   * One of your orders. `GET /api/orders/{orderId}`
   *
   * Refuses with `ORDER_NOT_FOUND`.
   */
  getMyOrder(input: GetMyOrderInput, options?: CallOptions): Promise<Order>
  /**
   * Confirm a payment made in the provider's window (impUid), or charge one of your cards (cardId), at most once; neither for what costs nothing. `PATCH /api/order/{orderId}/payment`
   *
   * Refuses with `PAYMENT_FAILED`, `ORDER_NOT_FOUND`, `CARD_NOT_FOUND`, `AMOUNT_MISMATCH`, `ORDER_STATE_INVALID`.
   */
  payOrder(input: PayOrderInput, options?: CallOptions): Promise<Order>
  /**
   * Cancel one of your orders that is not paid yet. `POST /api/orders/{orderId}/cancel`
   *
   * Refuses with `ORDER_NOT_FOUND`, `ORDER_STATE_INVALID`.
   */
  cancelOrder(input: CancelOrderInput, options?: CallOptions): Promise<Order>
  /**
   * Take back an unused order within the days of the setting orders.refundDays. `POST /api/orders/{orderId}/refund`
   *
   * Refuses with `ORDER_NOT_FOUND`, `ORDER_NOT_REFUNDABLE`, `ORDER_STATE_INVALID`.
   */
  refundMyOrder(input: RefundMyOrderInput, options?: CallOptions): Promise<Order>
  /**
   * The payment provider's notice; nothing in it is believed, the payment is looked up. `POST /api/orders/webhook`
   */
  receivePaymentWebhook(input: ReceivePaymentWebhookInput, options?: CallOptions): Promise<null>
  /**
   * Search orders: by id, merchantUid, or what their member is found by. `GET /admin/api/orders`
   */
  listOrders(input?: ListOrdersInput, options?: CallOptions): Promise<Page<OrderSummary>>
  /**
   * The list of orders as CSV. `GET /admin/api/orders/export`
   */
  exportOrders(input?: ExportOrdersInput, options?: CallOptions): Promise<Blob>
  /**
   * What was paid and refunded, by day or month in Asia/Seoul. `GET /admin/api/orders/revenue`
   */
  getRevenue(input: GetRevenueInput, options?: CallOptions): Promise<Revenue[]>
  /**
   * One order with its timeline. `GET /admin/api/orders/{orderId}`
   *
   * Refuses with `ORDER_NOT_FOUND`.
   */
  getOrder(input: GetOrderInput, options?: CallOptions): Promise<OrderDetail>
  /**
   * Refund an order, in whole or in part; what is refunded in whole ends its product. `POST /admin/api/orders/{orderId}/refund`
   *
   * Refuses with `ORDER_NOT_FOUND`, `ORDER_STATE_INVALID`, `ORDER_NOT_REFUNDABLE`, `AMOUNT_EXCEEDS_PAID`.
   */
  refundOrder(input: RefundOrderInput, options?: CallOptions): Promise<OrderDetail>
  /**
   * Register a card by all of its data, or by a billing key issued in the provider's window (customerUid) alone. `POST /api/cards`
   *
   * Refuses with `CARD_REFUSED`.
   */
  createCard(input?: CreateCardInput, options?: CallOptions): Promise<Card>
  /**
   * Your cards, the main one first. `GET /api/cards`
   */
  listCards(input?: ListCardsInput, options?: CallOptions): Promise<Card[]>
  /**
   * Rename a card, or make it the main one, with which renewals that are not paid are charged at once. `PATCH /api/cards/{id}`
   *
   * Refuses with `CARD_NOT_FOUND`.
   */
  updateCard(input: UpdateCardInput, options?: CallOptions): Promise<Card>
  /**
   * Remove a card; its billing key is revoked at the provider, and the newest of the others becomes the main one in its place. `DELETE /api/cards/{id}`
   *
   * Refuses with `CARD_NOT_FOUND`.
   */
  deleteCard(input: DeleteCardInput, options?: CallOptions): Promise<null>
  /**
   * The products that you have. `GET /api/me/products`
   */
  listMyProducts(input?: ListMyProductsInput, options?: CallOptions): Promise<Page<UserProduct>>
  /**
   * Stop the renewal of a subscription: the paid period stays, and one whose renewal is not paid ends. `POST /api/me/products/{id}/cancel`
   *
   * Refuses with `USER_PRODUCT_NOT_FOUND`, `USER_PRODUCT_STATE_INVALID`.
   */
  stopRenewal(input: StopRenewalInput, options?: CallOptions): Promise<UserProduct>
  /**
   * Search what members have. `GET /admin/api/userProducts`
   */
  listUserProducts(input?: ListUserProductsInput, options?: CallOptions): Promise<Page<UserProductSummary>>
  /**
   * The list of user products as CSV. `GET /admin/api/userProducts/export`
   */
  exportUserProducts(input?: ExportUserProductsInput, options?: CallOptions): Promise<Blob>
  /**
   * Give a member a product without an order, a subscription for one period. `POST /admin/api/userProducts`
   *
   * Refuses with `MEMBER_NOT_FOUND`, `PRODUCT_NOT_FOUND`.
   */
  grantUserProduct(input: GrantUserProductInput, options?: CallOptions): Promise<UserProductSummary>
  /**
   * Take a product back from a member; nothing is paid back. `POST /admin/api/userProducts/{id}/cancel`
   *
   * Refuses with `USER_PRODUCT_NOT_FOUND`, `USER_PRODUCT_STATE_INVALID`.
   */
  cancelUserProduct(input: CancelUserProductInput, options?: CallOptions): Promise<UserProductSummary>
  /**
   * When and where you used your products. `GET /api/me/products/useLogs`
   */
  listMyUseLogs(input?: ListMyUseLogsInput, options?: CallOptions): Promise<Page<UseLog>>
  /**
   * Search product uses. `GET /admin/api/useLogs`
   */
  listUseLogs(input?: ListUseLogsInput, options?: CallOptions): Promise<Page<UseLogDetail>>
  /**
   * The list of product uses as CSV. `GET /admin/api/useLogs/export`
   */
  exportUseLogs(input?: ExportUseLogsInput, options?: CallOptions): Promise<Blob>
  /**
   * Undo a use: the member gets it back. `POST /admin/api/useLogs/{id}/reverse`
   *
   * Refuses with `USE_LOG_NOT_FOUND`, `USE_LOG_REVERSED`.
   */
  reverseUseLog(input: ReverseUseLogInput, options?: CallOptions): Promise<UseLogDetail>
}
