import * as Type from 'typebox'
import { From, Id, Nothing, Nullable, Reason, SearchText, Strict, To } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { Page, pageable } from '../model/paging.ts'
import { CsvPiece, wholeFile } from '../values/csv.ts'
import { Order, OrderDetail, OrderStateSchema, OrderSummary, Revenue } from './order.ts'

const exampleId = '0199a0c5-3c80-7000-8000-000000000001'

const query = Strict({
  q: Type.Optional(SearchText),
  state: Type.Optional(OrderStateSchema),
  from: Type.Optional(From),
  to: Type.Optional(To),
  ...pageable('createdAt', 'paidAt', 'amount'),
})

export const orderOperations = {
  createOrder: {
    http: 'POST /api/orders',
    access: 'member',
    summary: 'Order a product; the server alone sets the amount',
    description: `The order is in state Create, at the price that the product has now and whatever it becomes;
      \`payment\` is what the provider's window needs. Unpaid it is cancelled after 30 minutes. While the catalog is away
      the price that it told last holds.`,
    input: Strict({ productId: Id, carId: Type.Optional(Id) }),
    result: Order,
    status: 201,
    idempotent: true,
    errors: {
      PRODUCT_NOT_FOUND: 'No product has this id, or it was removed.',
      CAR_NOT_FOUND: '`carId` is given and is of no car of the member.',
      PRODUCT_NOT_ON_SALE: 'The product is not sold now.',
    },
  },
  listMyOrders: {
    http: 'GET /api/orders',
    access: 'member',
    summary: 'Your orders, the newest first',
    description: `A page of the member's orders, those of subscription renewals too, the newest first unless \`sort\`
      says otherwise.`,
    input: Strict({ state: Type.Optional(OrderStateSchema), ...pageable('createdAt', 'amount') }),
    result: Page(Order),
  },
  getMyOrder: {
    http: 'GET /api/orders/{orderId}',
    resource: 'order',
    access: 'member',
    summary: 'One of your orders',
    description: `An order of another member is not found. \`payment\` is there while the order can be paid in the
      provider's window (Create), null afterwards. The \`ETag\` is its version.`,
    input: Strict({ orderId: Id }),
    result: Order,
    versioned: true,
    errors: {
      ORDER_NOT_FOUND: 'The member has no order of this id.',
    },
  },
  payOrder: {
    http: 'PATCH /api/order/{orderId}/payment',
    resource: 'order',
    access: 'member',
    summary:
      "Confirm a payment made in the provider's window (impUid), or charge one of your cards (cardId), at most once; neither for what costs nothing",
    description: `With \`impUid\` the payment that was made in the provider's window is looked up there and compared;
      with \`cardId\` the card is charged now, without either an order of nothing is paid. It is charged at most once
      whatever is repeated, and a repetition of what has been paid so answers the order. A paid order gives the member
      its product in the same moment and reads Completed; one that awaits a transfer reads Reserved. With
      \`Idempotency-Key\` a refusal is kept, too: another try of the same card takes another key.`,
    input: Strict(
      {
        orderId: Id,
        impUid: Type.Optional(Type.String({ pattern: '^[\\w-]{1,100}$', examples: ['imp_123456789012'] })),
        cardId: Type.Optional(Id),
      },
      { orderId: exampleId, cardId: exampleId },
    ),
    timeoutSeconds: 15,
    result: Order,
    idempotent: true,
    errors: {
      PAYMENT_FAILED:
        'The provider declined, with its reason in `details`, or it has no payment of this `impUid` for this order.',
      ORDER_NOT_FOUND: 'The member has no order of this id.',
      CARD_NOT_FOUND: '`cardId` is of no card of the member.',
      AMOUNT_MISMATCH:
        'Another amount was paid than the order has; it is cancelled at the provider, and the order fails.',
      ORDER_STATE_INVALID:
        'The order is paid in another way, has failed, or was cancelled or refunded; money that came to it all the same goes back.',
      VALIDATION_FAILED: 'Both `impUid` and `cardId` are given, or neither for an order that costs something.',
      CONFLICT: 'Another payment of this order is under way; try again after a second.',
      RATE_LIMITED: 'The member has caused thirty look-ups at the provider within a minute.',
      UNAVAILABLE:
        'The provider does not answer; what became of the payment is found out by itself, and a repetition with the same `Idempotency-Key` tells it.',
    },
  },
  cancelOrder: {
    http: 'POST /api/orders/{orderId}/cancel',
    resource: 'order',
    access: 'member',
    summary: 'Cancel one of your orders that is not paid yet',
    description: `For orders in Create and Reserved; money that comes to a cancelled order all the same goes back in
      full.`,
    input: Strict({ orderId: Id }),
    result: Order,
    idempotent: true,
    errors: {
      ORDER_NOT_FOUND: 'The member has no order of this id.',
      ORDER_STATE_INVALID: 'The order is paid, or it has ended already.',
      CONFLICT: 'A card is being charged for the order; try again after a second.',
    },
  },
  refundMyOrder: {
    http: 'POST /api/orders/{orderId}/refund',
    resource: 'order',
    access: 'member',
    summary: 'Take back an unused order within the days of the setting orders.refundDays',
    description: `The whole amount goes back at the provider, the product that the order gave ends (Cancel), and with
      it its renewal; of a renewal only what was used since it was paid counts. Money is sent back at most once,
      whatever is repeated. A use that an administrator reversed is none.`,
    input: Strict({ orderId: Id }),
    timeoutSeconds: 15,
    result: Order,
    idempotent: true,
    errors: {
      ORDER_NOT_FOUND: 'The member has no order of this id.',
      ORDER_NOT_REFUNDABLE:
        'The product was used, a part has gone back already, the days of the setting `orders.refundDays` are over, or the provider refuses, with its reason in `details`.',
      ORDER_STATE_INVALID: 'The order is not paid, or it is refunded already.',
      CONFLICT: 'Another refund of the order is under way; try again after a second.',
      UNAVAILABLE:
        'The provider does not answer; the refund is under way, and a repetition with the same `Idempotency-Key` tells how it ended.',
    },
  },
  receivePaymentWebhook: {
    http: 'POST /api/orders/webhook',
    access: 'public',
    summary: "The payment provider's notice; nothing in it is believed, the payment is looked up",
    description: `For PortOne. A notice of an order of ours is stored before it is answered, once for each \`imp_uid\`,
      \`status\` and \`cancellation_id\` and at most a hundred an order; then the provider is asked about that order, and
      what it says counts. Any other is answered 200, too, and changes nothing. It may be called at any rate.`,
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
    unlimited: true,
  },
  listOrders: {
    http: 'GET /admin/api/orders',
    access: 'admin',
    summary: 'Search orders: by id, merchantUid, or what their member is found by',
    description: `A page of orders, the newest first unless \`sort\` says otherwise. \`q\` is the id or the \`merchantUid\`
      of one order, or else finds members by part of a name or its initial consonants, the last four digits of a plate
      or a phone, or the beginning of an email. \`from\` and \`to\` are about \`createdAt\`.`,
    input: query,
    result: Page(OrderSummary),
  },
  exportOrders: {
    http: 'GET /admin/api/orders/export',
    access: 'admin',
    summary: 'The list of orders as CSV',
    description: `Orders that the query finds, with their members and amounts. ${wholeFile}`,
    input: query,
    result: CsvPiece,
    response: 'csv',
  },
  getRevenue: {
    http: 'GET /admin/api/orders/revenue',
    access: 'admin',
    summary: 'What was paid and refunded, by day or month in Asia/Seoul',
    description: `Added up from the ledger by the moment at which money moved; periods without any stand there too, so
      that a chart needs no filling. Each order is counted once, when it was paid.`,
    input: Strict({ from: From, to: To, by: Type.Optional(Type.Enum(['day', 'month'], { default: 'day' })) }),
    result: Type.Array(Revenue),
    errors: {
      VALIDATION_FAILED: 'The range has more than 400 periods, or ends before it begins.',
    },
  },
  getOrder: {
    http: 'GET /admin/api/orders/{orderId}',
    resource: 'order',
    access: 'admin',
    summary: 'One order with its timeline',
    description: `\`timeline\` is every transition and every attempt at the provider with its cause, in order. The \`ETag\`
      is the version of the order.`,
    input: Strict({ orderId: Id }),
    result: OrderDetail,
    versioned: true,
    errors: {
      ORDER_NOT_FOUND: 'No order has this id.',
    },
  },
  refundOrder: {
    http: 'POST /admin/api/orders/{orderId}/refund',
    resource: 'order',
    audits: '주문 환불',
    access: 'admin',
    summary: 'Refund an order, in whole or in part; what is refunded in whole ends its product',
    description: `Without \`amount\` all that is left goes back. A part leaves the state and raises \`refundedAmount\`; the
      whole makes it Refund, ends the product that it gave, and stops its renewal. Money is sent back at most once,
      whatever is repeated. It stands in the audit log and in the timeline of the order.`,
    input: Strict({
      orderId: Id,
      amount: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 100_000_000,
          description: 'KRW; all that is left where absent',
          examples: [10_000],
        }),
      ),
      reason: Reason('매장 사정으로 세차하지 못했어요.'),
    }),
    timeoutSeconds: 15,
    result: OrderDetail,
    idempotent: true,
    errors: {
      ORDER_NOT_FOUND: 'No order has this id.',
      ORDER_STATE_INVALID: 'The order is not paid, or all of it is refunded already.',
      ORDER_NOT_REFUNDABLE: 'The provider refuses, with its reason in `details`.',
      AMOUNT_EXCEEDS_PAID: '`amount` is more than is left of what was paid.',
      CONFLICT: 'Another refund of the order is under way; try again after a second.',
      UNAVAILABLE:
        'The provider does not answer; the refund is under way, and a repetition with the same `Idempotency-Key` tells how it ended.',
    },
  },
} as const satisfies Record<string, Spec>
