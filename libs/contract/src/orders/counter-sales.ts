import * as Type from 'typebox'
import { Id, Instant, Nullable, Strict, type Typed, Won } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { CashReceipt, CashReceiptRequest, cashReceiptFields } from './cash-receipts.ts'
import { CouponCode, couponReasons, OrderQuote } from './coupons.ts'
import { ApprovalNumber, counterMethods } from './order.ts'

/** What staff see of a sale: it contains no data of the member. */
const CounterSale = Type.Object({
  orderId: Id,
  merchantUid: Type.String({ examples: ['kc_0199a0c53c8070008000000000000001'] }),
  productName: Type.String({ examples: ['손세차'] }),
  amount: Won,
  method: Type.Enum([...counterMethods]),
  paidAt: Instant,
  userProductId: Nullable(Id),
})
export type CounterSale = Typed<typeof CounterSale>

const CounterCar = Type.Object({
  id: Id,
  carNumber: Type.String({ examples: ['12가3456'] }),
  businessNumber: Nullable(Type.String({ examples: ['1248100998'] })),
})
export type CounterCar = Typed<typeof CounterCar>

const CounterCoupon = CouponCode('. Without it no coupon applies')

const saleErrors = {
  MEMBER_NOT_FOUND: 'No member has this id, or the member has left.',
  PRODUCT_NOT_FOUND: 'No product has this id, or it was deleted.',
  STORE_NOT_FOUND: 'No store has this id.',
  PRODUCT_NOT_ON_SALE: 'The product is not on sale at the moment, or not valid at this store.',
  ...couponReasons,
} as const

const exampleIds = {
  memberId: '0199a0c5-3c80-7000-8000-000000000001',
  productId: '0199a0c5-3c80-7000-8000-000000000002',
}
const exampleStore = '0199a0c5-3c80-7000-8000-000000000003'

export const counterSaleOperations = {
  sellProduct: {
    http: 'POST /admin/api/counterSales',
    audits: '현장 판매',
    access: 'admin',
    permission: 'orders.sell',
    scope: 'stores',
    summary: 'Sell a product to a member at the counter of a store',
    description: `Creates a Completed order without the payment provider, and grants the product; the money counts for
      this store and day. A subscription is sold for one period: a renewal needs a card of the member, who can resume
      it in the app before the period ends. A \`cashReceipt\` is issued in the background; its state is in the order.
      An administrator of certain stores sells to members with a visit or use there.`,
    input: Strict(
      {
        memberId: Id,
        productId: Id,
        carId: Type.Optional(Id),
        storeId: Id,
        couponCode: Type.Optional(CounterCoupon),
        method: Type.Enum([...counterMethods]),
        approvalNumber: Type.Optional(ApprovalNumber),
        amount: Type.Integer({
          minimum: 0,
          maximum: 100_000_000,
          description: 'KRW that was received, which has to be the current price less the discount of the coupon',
          examples: [35_000],
        }),
        cashReceipt: Type.Optional(CashReceiptRequest),
        remembersBusiness: Type.Optional(
          Type.Boolean({
            description: 'Whether the business number of the receipt is stored for further sales to this car',
          }),
        ),
      },
      { ...exampleIds, storeId: exampleStore, method: 'cash', amount: 35_000 },
    ),
    result: CounterSale,
    status: 201,
    idempotent: true,
    errors: {
      ...saleErrors,
      CAR_NOT_FOUND: '`carId` is given and is not a car of the member.',
      AMOUNT_MISMATCH: '`amount` is not what the product costs the member at the moment (in `details`).',
      ALREADY_SUBSCRIBED: 'The member already has this subscription.',
      FREE_PRODUCT_LIMIT: 'The product is free, and the member already has it.',
      CONFLICT:
        'A card is being charged for the same subscription, or the coupon is changing: try again after one second.',
      VALIDATION_FAILED:
        '`approvalNumber` is missing for a card terminal, given for another method, or the store has used it on this day already; `cashReceipt` is given for a card terminal or a sale that costs nothing, or its number does not fit its kind, or KingCar has no account at the payment provider; `remembersBusiness` is given without a car or business number.',
    },
  },
  priceCounterSale: {
    http: 'POST /admin/api/counterSales/price',
    audits: null,
    access: 'admin',
    permission: 'orders.sell',
    scope: 'stores',
    summary: 'Calculate what a sale at the counter would cost a member, and sell nothing',
    description: `\`POST /admin/api/counterSales\` decides in the same way; a coupon may be used up by then. The first
      purchase of a member costs the \`firstPeriodPrice\` of the product, unless that is 0, which needs a card.`,
    input: Strict(
      { memberId: Id, productId: Id, storeId: Id, couponCode: Type.Optional(CounterCoupon) },
      { ...exampleIds, storeId: exampleStore },
    ),
    result: OrderQuote,
    errors: saleErrors,
  },
  listCounterCars: {
    http: 'GET /admin/api/counterSales/cars',
    access: 'admin',
    permission: 'orders.sell',
    scope: 'stores',
    summary: 'List the cars of a member for a sale at the counter',
    description:
      'The list has the cars that the member has now, with the business numbers that staff have stored for them.',
    input: Strict({ memberId: Id }),
    result: Type.Array(CounterCar),
    errors: {
      MEMBER_NOT_FOUND: 'No member with this id comes to the stores of the administrator, or the member has left.',
    },
  },
  issueCashReceipt: {
    http: 'POST /admin/api/orders/{orderId}/cashReceipt',
    resource: 'order',
    audits: '현금영수증 발급',
    access: 'admin',
    permission: 'orders.sell',
    scope: 'stores',
    summary: 'Issue a cash receipt for a sale at the counter that has none',
    description: `The receipt is issued once, in the background, for the amount that is not refunded; a refund of the
      order cancels or replaces it. The number is stored encrypted, for at most 30 days, and is in no audit entry.`,
    input: Strict(
      { orderId: Id, ...cashReceiptFields },
      { orderId: exampleIds.memberId, kind: 'personal', identifier: '010-1234-5678' },
    ),
    result: CashReceipt,
    status: 201,
    idempotent: true,
    errors: {
      ORDER_NOT_FOUND: 'No order has this id.',
      ORDER_STATE_INVALID:
        'The order was not sold for cash or by bank transfer, cost nothing, is refunded, or has a receipt that is not refused.',
      VALIDATION_FAILED:
        '`identifier` is not a phone number for `personal`, or not a business number for `corporate`, or KingCar has no account at the payment provider.',
    },
  },
} as const satisfies Record<string, Spec>
