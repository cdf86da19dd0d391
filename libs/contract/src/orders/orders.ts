import * as Type from 'typebox'
import { ProductType } from '../catalog/products.ts'
import { From, Id, Instant, Nothing, Nullable, Reason, SearchText, Strict, To, type Typed, Won } from '../common.ts'
import { CsvPiece } from '../csv.ts'
import type { Spec } from '../operation.ts'
import { Page, pageable } from '../paging.ts'
import { orderStates } from './lifecycle.ts'

const State = Type.Enum([...orderStates])
const exampleId = '0199a0c5-3c80-7000-8000-000000000001'

const MerchantUid = Type.String({
  description: 'Our name of the order at the provider',
  examples: ['kc_0199a0c53c8070008000000000000001'],
})

/** What the provider's payment window needs. */
export const PaymentRequest = Type.Object({
  impCode: Type.String({ examples: ['imp00000000'] }),
  channelKey: Type.String({ examples: ['channel-key-local'] }),
  merchantUid: MerchantUid,
  name: Type.String({ examples: ['손세차'] }),
  amount: Won,
  buyerName: Type.String({ examples: ['홍길동'] }),
  buyerTel: Type.String({ examples: ['01012345678'] }),
})
export type PaymentRequest = Typed<typeof PaymentRequest>

const record = {
  id: Id,
  merchantUid: MerchantUid,
  productId: Id,
  productName: Type.String(),
  productType: ProductType,
  carId: Nullable(Id),
  amount: Won,
  refundedAmount: Won,
  state: State,
  paidAt: Nullable(Instant),
  refundedAt: Nullable(Instant),
  failReason: Nullable(
    Type.String({
      description: "AMOUNT_MISMATCH, or the provider's reason as it may be shown",
      examples: ['한도초과'],
    }),
  ),
  createdAt: Instant,
  userProductId: Nullable(Id),
}

/** An order without what is to be paid for it. */
export const OrderRecord = Type.Object(record)
export type OrderRecord = Typed<typeof OrderRecord>

export const Order = Type.Object({
  ...record,
  payment: Nullable(PaymentRequest),
})
export type Order = Typed<typeof Order>

/** One transition, or an attempt at the provider, with its cause. */
export const OrderEntry = Type.Object({
  at: Instant,
  from: Nullable(State),
  to: State,
  cause: Type.String({ examples: ['paid'] }),
  amount: Nullable(Won),
  actorId: Nullable(Id),
})

export const OrderSummary = Type.Object({
  ...Order.properties,
  memberId: Id,
  memberName: Type.String(),
  memberPhoneNumber: Type.String(),
})
export type OrderSummary = Typed<typeof OrderSummary>

export const OrderDetail = Type.Object({ ...OrderSummary.properties, timeline: Type.Array(OrderEntry) })
export type OrderDetail = Typed<typeof OrderDetail>

export const Revenue = Type.Object({
  period: Type.String({ description: 'YYYY-MM-DD or YYYY-MM in Asia/Seoul', examples: ['2026-01'] }),
  paid: Type.Integer({ description: 'KRW' }),
  refunded: Type.Integer({ description: 'KRW' }),
  count: Type.Integer({ description: 'Orders paid' }),
})
export type Revenue = Typed<typeof Revenue>

const query = Strict({
  q: Type.Optional(SearchText),
  state: Type.Optional(State),
  from: Type.Optional(From),
  to: Type.Optional(To),
  ...pageable('createdAt', 'paidAt', 'amount'),
})

export const orderOperations = {
  createOrder: {
    http: 'POST /api/orders',
    access: 'member',
    summary: 'Order a product; the server alone sets the amount',
    input: Strict({ productId: Id, carId: Type.Optional(Id) }),
    result: Order,
    status: 201,
    idempotent: true,
    errors: ['PRODUCT_NOT_FOUND', 'CAR_NOT_FOUND', 'PRODUCT_NOT_ON_SALE'],
  },
  listMyOrders: {
    http: 'GET /api/orders',
    access: 'member',
    summary: 'Your orders, the newest first',
    input: Strict({ state: Type.Optional(State), ...pageable('createdAt', 'amount') }),
    result: Page(Order),
  },
  getMyOrder: {
    http: 'GET /api/orders/{orderId}',
    access: 'member',
    summary: 'One of your orders',
    input: Strict({ orderId: Id }),
    result: Order,
    versioned: true,
    errors: ['ORDER_NOT_FOUND'],
  },
  payOrder: {
    http: 'PATCH /api/order/{orderId}/payment',
    access: 'member',
    summary:
      "Confirm a payment made in the provider's window (impUid), or charge one of your cards (cardId), at most once; neither for what costs nothing",
    input: Strict(
      {
        orderId: Id,
        impUid: Type.Optional(Type.String({ pattern: '^[\\w-]{1,100}$', examples: ['imp_123456789012'] })),
        cardId: Type.Optional(Id),
      },
      { orderId: exampleId, cardId: exampleId },
    ),
    waits: 15,
    result: Order,
    idempotent: true,
    errors: ['PAYMENT_FAILED', 'ORDER_NOT_FOUND', 'CARD_NOT_FOUND', 'AMOUNT_MISMATCH', 'ORDER_STATE_INVALID'],
  },
  cancelOrder: {
    http: 'POST /api/orders/{orderId}/cancel',
    access: 'member',
    summary: 'Cancel one of your orders that is not paid yet',
    input: Strict({ orderId: Id }),
    result: Order,
    idempotent: true,
    errors: ['ORDER_NOT_FOUND', 'ORDER_STATE_INVALID'],
  },
  refundMyOrder: {
    http: 'POST /api/orders/{orderId}/refund',
    access: 'member',
    summary: 'Take back an unused order within the days of the setting orders.refundDays',
    input: Strict({ orderId: Id }),
    waits: 15,
    result: Order,
    idempotent: true,
    errors: ['ORDER_NOT_FOUND', 'ORDER_NOT_REFUNDABLE', 'ORDER_STATE_INVALID'],
  },
  receivePaymentWebhook: {
    http: 'POST /api/orders/webhook',
    access: 'public',
    summary: "The payment provider's notice; nothing in it is believed, the payment is looked up",
    input: Type.Object({
      imp_uid: Type.String({ minLength: 1, maxLength: 100, examples: ['imp_123456789012'] }),
      merchant_uid: Type.String({
        minLength: 1,
        maxLength: 100,
        examples: ['kc_0199a0c53c8070008000000000000001'],
      }),
      status: Type.String({ minLength: 1, maxLength: 30, examples: ['paid'] }),
      cancellation_id: Type.Optional(Nullable(Type.String({ maxLength: 100, examples: ['cncl_123456789012'] }))),
    }),
    result: Nothing,
    body: 'form',
    unknownFields: 'ignore',
  },
  listOrders: {
    http: 'GET /admin/api/orders',
    access: 'admin',
    summary: 'Search orders: by id, merchantUid, or what their member is found by',
    input: query,
    result: Page(OrderSummary),
  },
  exportOrders: {
    http: 'GET /admin/api/orders/export',
    access: 'admin',
    summary: 'The list of orders as CSV',
    input: query,
    result: CsvPiece,
    answer: 'csv',
  },
  getRevenue: {
    http: 'GET /admin/api/orders/revenue',
    access: 'admin',
    summary: 'What was paid and refunded, by day or month in Asia/Seoul',
    input: Strict({ from: From, to: To, by: Type.Optional(Type.Enum(['day', 'month'], { default: 'day' })) }),
    result: Type.Array(Revenue),
  },
  getOrder: {
    http: 'GET /admin/api/orders/{orderId}',
    access: 'admin',
    summary: 'One order with its timeline',
    input: Strict({ orderId: Id }),
    result: OrderDetail,
    versioned: true,
    errors: ['ORDER_NOT_FOUND'],
  },
  refundOrder: {
    http: 'POST /admin/api/orders/{orderId}/refund',
    access: 'admin',
    summary: 'Refund an order, in whole or in part; what is refunded in whole ends its product',
    input: Strict({
      orderId: Id,
      amount: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 100_000_000, description: 'KRW; all that is left where absent' }),
      ),
      reason: Reason,
    }),
    waits: 15,
    result: OrderDetail,
    idempotent: true,
    errors: ['ORDER_NOT_FOUND', 'ORDER_STATE_INVALID', 'ORDER_NOT_REFUNDABLE', 'AMOUNT_EXCEEDS_PAID'],
  },
} as const satisfies Record<string, Spec>
