import * as Type from 'typebox'
import { From, Id, Nothing, Nullable, Reason, SearchText, Strict, To } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { Count, countable, Page, pageable } from '../model/paging.ts'
import { ofVisitorsOnly } from '../model/permissions.ts'
import { CsvPiece, chosenRows, personalExport, personalFile, wholeFile } from '../values/csv.ts'
import { CouponCode, couponReasons, OrderQuote } from './coupons.ts'
import {
  ApprovalNumber,
  Order,
  OrderDetail,
  OrderStateSchema,
  OrderSummary,
  payMethods,
  RefundAccount,
  Revenue,
} from './order.ts'

const exampleId = '0199a0c5-3c80-7000-8000-000000000001'

const accountReason =
  '`refundAccount` is missing although `refundNeedsAccount` of the order is true, or given although it is false.'

const OrderedCoupon = CouponCode('. Without it, the largest discount of the coupons without a code applies')

const filters = {
  q: Type.Optional(SearchText),
  storeId: Type.Optional(Id),
  couponId: Type.Optional(Id),
  state: Type.Optional(OrderStateSchema),
  cashReceipt: Type.Optional(
    Type.Enum(['refused'], {
      description:
        "Only sales at the counters of the administrator's stores, or of `storeId`, whose cash receipt is refused; without refunded sales and sales to members who have left",
    }),
  ),
  from: Type.Optional(From),
  to: Type.Optional(To),
}
const query = Strict({ ...filters, ...pageable('createdAt', 'paidAt', 'amount') })

export const orderOperations = {
  createOrder: {
    http: 'POST /api/orders',
    access: 'member',
    summary: 'Order a product; the server sets the amount',
    description: `The order starts in state Create and keeps the current price of the product, or the last known one
      while the catalog is unavailable; \`payment\` contains the data for the provider's payment window. A product with
      a \`carLimit\` is bound to \`carId\`. Without \`carId\` it is bound to the member's only car, or in each period
      to the first of several cars that use it. A member can have a subscription once, or once for each car if it is
      bound to cars, and a free product again after it has ended; an unpaid order is cancelled after 30 minutes.`,
    input: Strict({
      productId: Id,
      carId: Type.Optional(Id),
      couponCode: Type.Optional(OrderedCoupon),
      payMethod: Type.Optional(
        Type.Enum([...payMethods], {
          description: "How the member wants to pay in the provider's window; `card` if it is absent",
        }),
      ),
    }),
    result: Order,
    status: 201,
    idempotent: true,
    errors: {
      PRODUCT_NOT_FOUND: 'No product has this id, or it was deleted.',
      CAR_NOT_FOUND: '`carId` is given and is not a car of the member.',
      PRODUCT_NOT_ON_SALE: 'The product is not on sale at the moment.',
      ALREADY_SUBSCRIBED:
        'The member has this subscription; it may be stopped and not ended yet (resume it), or have an unpaid renewal (`details` then has an entry for `productId`: pay it with `POST /api/me/products/{id}/retryPayment`).',
      FREE_PRODUCT_LIMIT: 'The product is free and the member has it.',
      ...couponReasons,
      CONFLICT: 'The coupon is changing: try again after one second.',
      TOO_MANY_OPEN_ORDERS: 'The member has 20 unpaid orders; the operator can set another limit.',
      VALIDATION_FAILED: '`payMethod` has no channel at the payment provider.',
    },
  },
  priceOrder: {
    http: 'POST /api/orders/price',
    access: 'member',
    summary: 'Calculate what an order of a product would cost you, and order nothing',
    description: `One coupon applies: that of \`couponCode\`, or else, of the coupons without a code, the one with the largest discount. \`POST /api/orders\` decides in the same way; a coupon may be used up by then. An order that costs
      nothing with its coupon is paid like a free product. An order that ends unpaid, or is refunded in full, makes its
      coupon available again.`,
    input: Strict({ productId: Id, couponCode: Type.Optional(OrderedCoupon) }),
    result: OrderQuote,
    errors: {
      PRODUCT_NOT_FOUND: 'No product has this id, or it was deleted.',
      PRODUCT_NOT_ON_SALE: 'The product is not on sale at the moment.',
      ...couponReasons,
    },
  },
  listMyOrders: {
    http: 'GET /api/orders',
    access: 'member',
    summary: 'List your orders, newest first',
    description: 'Returns a page, including orders of subscription renewals, newest first unless `sort` is given.',
    input: Strict({ state: Type.Optional(OrderStateSchema), ...pageable('createdAt', 'amount') }),
    result: Page(Order),
  },
  getMyOrder: {
    http: 'GET /api/orders/{orderId}',
    resource: 'order',
    access: 'member',
    summary: 'Get one of your orders',
    description: `An order of another member is reported as not found. While the order can be paid in the provider's
      window (Create), \`payment\` has the data for it; after an account was issued or money was paid, also what the
      provider reports: method, receipt, virtual account. Otherwise \`payment\` is null. The \`ETag\` is the version of
      the order.`,
    input: Strict({ orderId: Id }),
    result: Order,
    versioned: true,
    errors: {
      ORDER_NOT_FOUND: 'The member has no order with this id.',
    },
  },
  payOrder: {
    http: 'PATCH /api/order/{orderId}/payment',
    resource: 'order',
    access: 'member',
    summary: "Confirm a payment made in the provider's window (impUid), or charge one of your cards (cardId)",
    description: `With \`impUid\` the payment made in the provider's window is looked up and compared; with \`cardId\`
      the card is charged; a free order takes neither. An order is charged at most once: a repetition after success returns
      the order, and with \`Idempotency-Key\` an error is repeated too (use a new key to retry the same card). A paid order grants its product immediately and has
      state Completed; an order that awaits a transfer to an issued account has state Reserved, and a failed attempt in
      the window leaves the order payable. If the member has bought the same subscription in the meantime, no card is
      charged, and a payment made in the window is refunded in full; one with an unpaid renewal is replaced: it ends
      and is not charged any more.`,
    input: Strict(
      {
        orderId: Id,
        impUid: Type.Optional(
          Type.String({
            pattern: '^[\\w-]{1,100}$',
            description: "The window's `imp_uid`, or its `txId` by API v2",
            examples: ['imp_123456789012'],
          }),
        ),
        cardId: Type.Optional(Id),
      },
      { orderId: exampleId, cardId: exampleId },
    ),
    timeoutSeconds: 15,
    result: Order,
    idempotent: true,
    errors: {
      PAYMENT_FAILED:
        'The provider declined (reason in `details`), the payment with this `impUid` was not completed, or the provider has no payment for this order. Only a declined card ends the order (Fail).',
      ORDER_NOT_FOUND: 'The member has no order with this id.',
      CARD_NOT_FOUND:
        '`cardId` is not a card of the member, or the member has no card for a subscription that costs nothing at first.',
      AMOUNT_MISMATCH:
        'The paid amount differs from that of the order; the payment is cancelled at the provider, and the order fails.',
      ALREADY_SUBSCRIBED: 'The member has bought this subscription with another order.',
      FREE_PRODUCT_LIMIT: 'The order is free, and the member has got this product with another order.',
      ORDER_STATE_INVALID:
        'The order was paid by another payment, has failed, or was cancelled or refunded, or the plan that it replaces has changed; money that arrives later is refunded.',
      VALIDATION_FAILED: 'Both `impUid` and `cardId` are given, or neither for an order that is not free.',
      CONFLICT: 'Another payment of this order is in progress: try again after one second.',
      RATE_LIMITED: 'The member has caused 30 lookups at the provider within a minute.',
      UNAVAILABLE:
        'The provider does not respond; the outcome is determined in the background, and a repetition with the same `Idempotency-Key` returns it.',
    },
  },
  cancelOrder: {
    http: 'POST /api/orders/{orderId}/cancel',
    resource: 'order',
    access: 'member',
    summary: 'Cancel one of your unpaid orders',
    description: `Possible in the states Create and Reserved. Money that arrives later for a cancelled order is
      refunded in full.`,
    input: Strict({ orderId: Id }),
    result: Order,
    idempotent: true,
    errors: {
      ORDER_NOT_FOUND: 'The member has no order with this id.',
      ORDER_STATE_INVALID: 'The order is paid or has already ended.',
      CONFLICT: 'A card is being charged for the order: try again after one second.',
    },
  },
  refundMyOrder: {
    http: 'POST /api/orders/{orderId}/refund',
    resource: 'order',
    access: 'member',
    summary: 'Refund an unused order within the days of the setting orders.refundDays',
    description: `The provider refunds the whole amount, the product that the order granted ends (Cancel), and its
      renewal stops. For the order of a renewal only uses in the period that it paid, and in later periods, count; a
      use that an administrator reversed does not count. The amount is refunded at most once, however often the request
      is repeated. If \`refundNeedsAccount\` of the order is true, \`refundAccount\` is required; for an order that has
      ended, the request returns money that arrived after its end.`,
    input: Strict({ orderId: Id, refundAccount: Type.Optional(RefundAccount) }),
    timeoutSeconds: 15,
    result: Order,
    idempotent: true,
    errors: {
      ORDER_NOT_FOUND: 'The member has no order with this id.',
      ORDER_NOT_REFUNDABLE:
        'The product was used, sold at a counter or changed to another plan, a part was already refunded, the days of the setting `orders.refundDays` are over, or the provider declines (reason in `details`).',
      ORDER_STATE_INVALID: 'The order is not paid, or already refunded.',
      VALIDATION_FAILED: accountReason,
      CONFLICT: 'Another refund of the order is in progress: try again after one second.',
      UNAVAILABLE:
        'The provider does not respond; the refund is in progress, and a repetition with the same `Idempotency-Key` returns its outcome.',
    },
  },
  receivePaymentWebhook: {
    http: 'POST /api/orders/webhook',
    access: 'public',
    summary: "The payment provider's notice; its content is not trusted, the payment is looked up",
    description: `For PortOne. A notice for an existing order is stored before the response, once per \`imp_uid\`,
      \`status\` and \`cancellation_id\` and at most 100 times per order; then the payment is looked up at the
      provider. Any other notice returns 200 and changes nothing. The rate of this call is not limited.`,
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
  receiveSignedPaymentWebhook: {
    http: 'POST /api/orders/webhook/v2',
    access: 'public',
    summary: "The payment provider's signed notice by its API V2; the payment is looked up",
    description: `For PortOne, webhook version 2024-04-25. A notice of a payment of an existing order is stored before the
      response, once per \`transactionId\`, \`type\` and \`cancellationId\` and at most 100 times per order; then the
      payment is looked up at the provider. Any other type or payment returns 200 and changes nothing. The rate of this call
      is not limited.`,
    input: Type.Object({
      type: Type.String({ minLength: 1, maxLength: 100, examples: ['Transaction.Paid'] }),
      data: Type.Object({
        paymentId: Type.Optional(Type.String({ maxLength: 100, examples: ['kc_0199a0c53c8070008000000000000001'] })),
        transactionId: Type.Optional(
          Type.String({ maxLength: 100, examples: ['55451513-9763-4a7a-bb43-78a4c65be843'] }),
        ),
        cancellationId: Type.Optional(
          Type.String({ maxLength: 100, examples: ['0cdd91e9-4e7c-44a3-a72e-1a6511826c2b'] }),
        ),
      }),
    }),
    result: Nothing,
    unknownFields: 'ignore',
    proof: 'signature',
    bodyLimit: 8_192,
    unlimited: true,
    errors: {
      WEBHOOK_SIGNATURE_INVALID:
        '`webhook-signature` is not the signature of the body with a secret of the store, or `webhook-timestamp` differs from now by more than five minutes. It is checked before the contents of the body.',
    },
  },
  listOrders: {
    http: 'GET /admin/api/orders',
    opens: '주문 목록 조회',
    access: 'admin',
    permission: 'orders.read',
    scope: 'stores',
    summary: 'Search orders',
    description: `Returns a page, newest first unless \`sort\` is given. ${ofVisitorsOnly} \`q\` is the id or the
      \`merchantUid\` of an order, or matches its member by one of these: part of the name, its initial consonants, the
      last four digits of a plate or phone, the beginning of an email. \`from\` and \`to\` apply to \`createdAt\`;
      \`storeId\` selects the members of one store.`,
    input: query,
    result: Page(OrderSummary),
  },
  countOrders: {
    http: 'GET /admin/api/orders/totals',
    access: 'admin',
    permission: 'orders.read',
    scope: 'stores',
    summary: 'Count orders and add up their amounts',
    description: `Takes the filters of \`listOrders\`. The sums are null if \`most\` or more orders match.`,
    input: Strict({ ...filters, ...countable }),
    result: Type.Object({
      count: Count,
      paid: Nullable(Type.Integer({ description: 'KRW of all orders that were paid, including those refunded later' })),
      refunded: Nullable(Type.Integer({ description: 'KRW' })),
    }),
  },
  exportOrders: {
    http: 'GET /admin/api/orders/export',
    audits: '주문 내려받기',
    opens: true,
    access: 'admin',
    permission: 'orders.read',
    scope: 'stores',
    freshSignIn: 'full',
    summary: 'Export orders as CSV',
    description: `Contains the orders that match the query, with members and amounts${personalFile} ${wholeFile}`,
    input: Strict({ ...query.properties, ...chosenRows, ...personalExport }),
    result: CsvPiece,
    response: 'csv',
  },
  getRevenue: {
    http: 'GET /admin/api/orders/revenue',
    access: 'admin',
    permission: 'statistics.read',
    scope: 'stores',
    summary: 'Sum up payments and refunds by day or month in Asia/Seoul',
    description: `Money counts in the period in which the provider moved it, even if KingCar recorded it on a later
      day. Periods without payments are included. Each order is counted once, when it was paid. An administrator of
      certain stores gets the money of products that are valid at only one store, if it is one of these.`,
    input: Strict({ from: From, to: To, by: Type.Optional(Type.Enum(['day', 'month'], { default: 'day' })) }),
    result: Type.Array(Revenue),
    errors: {
      VALIDATION_FAILED: 'The range has more than 400 periods or ends before it begins.',
    },
  },
  getOrder: {
    http: 'GET /admin/api/orders/{orderId}',
    resource: 'order',
    opens: '주문 조회',
    access: 'admin',
    permission: 'orders.read',
    scope: 'stores',
    summary: 'Get one order with its timeline',
    description: `\`timeline\` contains every state transition and every request to the provider with its cause, in
      order; repeated refusals to return owed money are one entry. The \`ETag\` is the version of the order.`,
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
    opens: true,
    access: 'admin',
    permission: 'orders.refund',
    scope: 'stores',
    freshSignIn: 'amount',
    summary: 'Refund an order in full or in part; a full refund ends its product',
    description: `Without \`amount\` everything that is left is refunded. A partial refund keeps the state and raises
      \`refundedAmount\`; a full one sets the state Refund, ends the granted product and stops its renewal; repeated
      requests refund the amount at most once. If \`refundNeedsAccount\` of the order is true, \`refundAccount\` is
      required; for an order that has ended, the request returns money that arrived after its end. The change is
      recorded in the audit log, without the account, and in the timeline of the order; for a sale at a counter KingCar
      only records the refund, with \`cancelApprovalNumber\` if it was paid by card terminal.`,
    input: Strict({
      orderId: Id,
      amount: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 100_000_000,
          description: 'KRW; everything that is left if absent',
          examples: [10_000],
        }),
      ),
      reason: Reason('매장 사정으로 세차하지 못했어요.'),
      refundAccount: Type.Optional(RefundAccount),
      cancelApprovalNumber: Type.Optional(ApprovalNumber),
    }),
    timeoutSeconds: 15,
    result: OrderDetail,
    idempotent: true,
    errors: {
      FRESH_SIGN_IN_REQUIRED:
        'Returned only if the setting `orders.freshSignInWon` is not 0, and the total refunded of the order would reach it.',
      ORDER_NOT_FOUND: 'No order has this id.',
      ORDER_STATE_INVALID: 'The order is not paid, or already refunded in full.',
      VALIDATION_FAILED: `${accountReason} \`cancelApprovalNumber\` is missing for a sale by card terminal, or given for any other order.`,
      ORDER_NOT_REFUNDABLE:
        'The provider declines the refund (reason in `details`), or a change of plan has credited the remaining amount.',
      AMOUNT_EXCEEDS_PAID:
        '`amount` exceeds what is left of the paid amount after refunds and the credit of a change of plan.',
      CONFLICT: 'Another refund of the order is in progress: try again after one second.',
      UNAVAILABLE:
        'The provider does not respond; the refund is in progress, and a repetition with the same `Idempotency-Key` returns its outcome.',
    },
  },
} as const satisfies Record<string, Spec>
