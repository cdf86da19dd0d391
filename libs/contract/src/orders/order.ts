import * as Type from 'typebox'
import { ProductType } from '../catalog/products.ts'
import { Id, Instant, Nullable, notBlank, strict, type Typed, Won } from '../model/common-schemas.ts'
import { bankCodes } from './banks.ts'
import { CashReceipt } from './cash-receipts.ts'
import { UsedCoupon } from './coupons.ts'
import { orderStates } from './lifecycle.ts'
import { OwedReturn } from './owed-returns.ts'

export const OrderStateSchema = Type.Enum([...orderStates])

const MerchantUid = Type.String({
  description: "KingCar's id of the order at the provider",
  examples: ['kc_0199a0c53c8070008000000000000001'],
})

/** The methods of the provider's window that a member can choose for an order. */
export const payMethods = ['card', 'kakaopay', 'naverpay', 'tosspay', 'virtualAccount'] as const
export type PayMethod = (typeof payMethods)[number]

/** Data for the provider's payment window. */
export const PaymentRequest = Type.Object({
  api: Type.Optional(
    Type.Enum(['v1', 'v2'], {
      description: "PortOne's API, and so its SDK, by which the order is paid; v2 takes `merchantUid` as `paymentId`",
      examples: ['v1'],
    }),
  ),
  impCode: Type.String({ description: 'Used with API v1; empty with v2', examples: ['imp00000000'] }),
  storeId: Type.Optional(Type.String({ description: 'Used with API v2', examples: ['store-local'] })),
  channelKey: Type.String({
    description: "With API v2 the channel of the order's `payMethod`",
    examples: ['channel-key-local'],
  }),
  payMethod: Type.Optional(
    Type.Enum(['CARD', 'EASY_PAY', 'VIRTUAL_ACCOUNT'], { description: 'Used with API v2', examples: ['CARD'] }),
  ),
  merchantUid: MerchantUid,
  name: Type.String({ examples: ['손세차'] }),
  amount: Won,
  buyerName: Type.String({ examples: ['홍길동'] }),
  buyerTel: Type.String({
    description: 'Empty while the member has no phone number',
    examples: ['01012345678'],
  }),
})
export type PaymentRequest = Typed<typeof PaymentRequest>

/** How a product is paid at the counter of a store, without the provider. */
export const counterMethods = ['cash', 'cardTerminal', 'bankTransfer'] as const
export type CounterMethod = (typeof counterMethods)[number]

/** How an order was or will be paid. */
export const paymentMethods = [
  'card',
  'easyPay',
  'virtualAccount',
  'transfer',
  'phone',
  'other',
  'cash',
  'cardTerminal',
  'bankTransfer',
] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** An account that the provider issued for one order. */
export const VirtualAccount = Type.Object({
  bank: Type.String({ examples: ['신한은행'] }),
  number: Type.String({ examples: ['56211101234567'] }),
  holder: Type.String({ examples: ['킹카'] }),
  dueAt: Nullable(Instant),
})
export type VirtualAccount = Typed<typeof VirtualAccount>

/** Approval number of a payment or cancellation at a card terminal, from its receipt. */
export const ApprovalNumber = Type.String({
  pattern: '^[0-9]{6,12}$',
  description: 'Approval number on the receipt of the card terminal',
  examples: ['30012345'],
})

/** What the provider reports about the payment of an order, or what staff entered who sold it at the counter. */
const details = {
  method: Type.Optional(Type.Enum([...paymentMethods])),
  easyPay: Type.Optional(Type.String({ description: 'The wallet of `easyPay`', examples: ['카카오페이'] })),
  cardName: Type.Optional(Type.String({ examples: ['신한카드'] })),
  receiptUrl: Type.Optional(Type.String({ examples: ['https://npg.nicepay.co.kr/issue/IssueLoader.do?TID=1'] })),
  virtualAccount: Type.Optional(VirtualAccount),
  approvalNumber: Type.Optional(ApprovalNumber),
}
const PaymentDetails = Type.Object(details)
export type PaymentDetails = Typed<typeof PaymentDetails>

/**
 * Data for the provider's payment window and, after the provider issued an account or received money, what the provider
 * reports.
 */
export const OrderPayment = Type.Object({ ...PaymentRequest.properties, ...details })
export type OrderPayment = Typed<typeof OrderPayment>

const record = {
  id: Id,
  merchantUid: MerchantUid,
  productId: Id,
  productName: Type.String(),
  productType: ProductType,
  carId: Nullable(Id),
  amount: Type.Integer({ ...Won, description: 'KRW to pay, after the discount' }),
  discount: Type.Integer({ ...Won, description: 'Discount of the coupon in KRW', examples: [5_000] }),
  coupon: Nullable(UsedCoupon),
  refundedAmount: Type.Integer({ ...Won, examples: [0] }),
  state: OrderStateSchema,
  paidAt: Nullable(Instant),
  refundedAt: Nullable(Instant),
  failReason: Nullable(
    Type.String({
      description: "AMOUNT_MISMATCH, or the provider's reason, safe to show",
      examples: ['한도초과'],
    }),
  ),
  createdAt: Instant,
  userProductId: Nullable(Id),
}

/** The account to which the money of a payment by virtual account is refunded. */
export const RefundAccount = Type.Object(
  {
    bank: Type.Enum([...bankCodes], {
      description: 'Code of the bank (KFTC); `banks` of the contract has the names',
      examples: ['088'],
    }),
    number: Type.String({
      pattern: '^(?:[ -]*[0-9]){6,16}[ -]*$', // Nicepay takes at most 16 (its RefundAcctNo)
      maxLength: 50,
      description: '6 to 16 digits; hyphens and spaces are ignored',
      examples: ['110-123-456789'],
    }),
    holder: Type.String({ minLength: 1, maxLength: 40, pattern: notBlank, examples: ['홍길동'] }),
  },
  strict,
)
export type RefundAccount = Typed<typeof RefundAccount>

/** An order without its payment. */
export const OrderRecord = Type.Object(record)
export type OrderRecord = Typed<typeof OrderRecord>

export const Order = Type.Object({
  ...record,
  payment: Nullable(OrderPayment),
  refundNeedsAccount: Type.Boolean({
    description:
      'Money of the order can be refunded only with a `refundAccount`, because it was paid by virtual account',
    examples: [false],
  }),
})
export type Order = Typed<typeof Order>

/** A state transition or one call to the provider, with its cause. */
export const OrderEntry = Type.Object({
  at: Instant,
  from: Nullable(OrderStateSchema),
  to: OrderStateSchema,
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

export const OrderDetail = Type.Object({
  ...OrderSummary.properties,
  storeId: Nullable(
    Type.String({ format: 'uuid', description: 'Store whose counter sold it; null for any other order' }),
  ),
  cashReceipt: Nullable(CashReceipt),
  timeline: Type.Array(OrderEntry),
  owedReturns: Type.Array(OwedReturn, {
    description: 'Money of the order that is owed to the member and not returned yet, the longest owed first',
  }),
})
export type OrderDetail = Typed<typeof OrderDetail>

export const Revenue = Type.Object({
  period: Type.String({ description: 'YYYY-MM-DD or YYYY-MM in Asia/Seoul', examples: ['2026-01'] }),
  paid: Type.Integer({ description: 'KRW' }),
  refunded: Type.Integer({ description: 'KRW' }),
  count: Type.Integer({ description: 'Number of paid orders' }),
})
export type Revenue = Typed<typeof Revenue>
