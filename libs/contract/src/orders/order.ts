import * as Type from 'typebox'
import { ProductType } from '../catalog/products.ts'
import { Id, Instant, Nullable, type Typed, Won } from '../model/common-schemas.ts'
import { orderStates } from './lifecycle.ts'

export const OrderStateSchema = Type.Enum([...orderStates])

const MerchantUid = Type.String({
  description: "KingCar's id of the order at the provider",
  examples: ['kc_0199a0c53c8070008000000000000001'],
})

/** Data for the provider's payment window. */
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

/** An order without its payment request. */
export const OrderRecord = Type.Object(record)
export type OrderRecord = Typed<typeof OrderRecord>

export const Order = Type.Object({
  ...record,
  payment: Nullable(PaymentRequest),
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

export const OrderDetail = Type.Object({ ...OrderSummary.properties, timeline: Type.Array(OrderEntry) })
export type OrderDetail = Typed<typeof OrderDetail>

export const Revenue = Type.Object({
  period: Type.String({ description: 'YYYY-MM-DD or YYYY-MM in Asia/Seoul', examples: ['2026-01'] }),
  paid: Type.Integer({ description: 'KRW' }),
  refunded: Type.Integer({ description: 'KRW' }),
  count: Type.Integer({ description: 'Number of paid orders' }),
})
export type Revenue = Typed<typeof Revenue>
