import * as Type from 'typebox'
import {
  CalendarDate,
  Id,
  Instant,
  Nothing,
  Nullable,
  notBlank,
  Strict,
  Subset,
  type Typed,
  Won,
} from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { Page, pageable } from '../model/paging.ts'

/**
 * The largest number of coupons that have not ended; and of those among them without a code, all of which are compared
 * for each order.
 */
export const mostCoupons = 1_000
export const mostCouponsWithoutCode = 50

/** Number of letters and digits of a code, without spaces and hyphens. */
export const couponCodeLength = { least: 4, most: 20 } as const

/** A code as a member types it. */
export const CouponCode = (more = '') =>
  Type.String({
    minLength: 1,
    maxLength: 40,
    pattern: notBlank,
    description: `Upper and lower case are equal; spaces and hyphens are ignored${more}`,
    examples: ['WELCOME-2026'],
  })

/** The coupon of an order, as it was at the time of the order. */
export const UsedCoupon = Type.Object({
  id: Id,
  name: Type.String({ examples: ['첫 달 반값'] }),
  code: Nullable(Type.String({ examples: ['WELCOME2026'] })),
})
export type UsedCoupon = Typed<typeof UsedCoupon>

/** What an order costs with the coupon that counts for it. */
export const OrderQuote = Type.Object({
  price: Won,
  discount: Type.Integer({ ...Won, examples: [5_000] }),
  amount: Type.Integer({ ...Won, description: 'KRW to pay', examples: [30_000] }),
  coupon: Nullable(
    Type.Object({
      ...UsedCoupon.properties,
      payments: Nullable(
        Type.Integer({
          description: 'Number of payments of a subscription that get the discount; null means all',
          examples: [1],
        }),
      ),
    }),
  ),
})
export type OrderQuote = Typed<typeof OrderQuote>

/** Number of codes that one member, or one administrator at a counter, can try in a minute. */
export const couponCodesPerMinute = 30

/** Why the code of an order is refused. */
export const couponReasons = {
  COUPON_NOT_FOUND: 'No coupon has `couponCode`.',
  COUPON_NOT_APPLICABLE:
    'The coupon of `couponCode` has ended or has not begun, is for another product or store, or the product is free (reason in `details`).',
  COUPON_USED_UP:
    'The coupon of `couponCode` has reached its number of orders, in total or for the member (reason in `details`).',
  RATE_LIMITED: `The caller has tried ${couponCodesPerMinute} codes within a minute.`,
} as const

const Count = (description: string) => Type.Integer({ minimum: 1, maximum: 10_000_000, description, examples: [100] })
const Ids = (description: string) => Type.Array(Id, { maxItems: 100, uniqueItems: true, description })

const fields = {
  name: Type.String({ minLength: 1, maxLength: 50, pattern: notBlank, examples: ['첫 달 반값'] }),
  discountWon: Nullable(Type.Integer({ ...Won, minimum: 1, examples: [5_000] })),
  discountPercent: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description: 'Percent of the price; the discount is rounded down to won',
    }),
  ),
  maximumDiscount: Nullable(
    Type.Integer({
      ...Won,
      minimum: 1,
      description: 'The largest discount of `discountPercent`, in KRW',
      examples: [10_000],
    }),
  ),
  payments: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: 120,
      description: 'Number of payments of a subscription that get the discount, from the first; null means all',
      examples: [1],
    }),
  ),
  productIds: Ids('Products to which the coupon applies; empty means all'),
  storeIds: Ids('The coupon applies to products that are usable at one of these stores; empty means all'),
  fromDate: Nullable(CalendarDate),
  untilDate: Nullable(Type.String({ format: 'date', description: 'The last day on which it applies, in Asia/Seoul' })),
  limitTotal: Nullable(Count('Maximum number of orders with the coupon; null means no limit')),
  limitPerMember: Nullable(Count('Maximum number of orders of one member with the coupon; null means no limit')),
}

export const Coupon = Type.Object({
  id: Id,
  code: Nullable(Type.String({ description: 'Null if the coupon applies without a code', examples: ['WELCOME2026'] })),
  ...fields,
  redemptions: Type.Integer({
    description: 'Number of open and paid orders with the coupon, without renewals',
    examples: [12],
  }),
  discounted: Type.Integer({ description: 'Total discount on paid orders and renewals, in KRW', examples: [60_000] }),
  endedAt: Nullable(Instant),
  createdAt: Instant,
})
export type Coupon = Typed<typeof Coupon>

const notFound = 'No coupon has this id, or it was deleted.'
const invalid =
  'Not exactly one of `discountWon` and `discountPercent` is given, `maximumDiscount` is given without `discountPercent`, `untilDate` is before `fromDate`, or `limitTotal` is less than the orders that have the coupon already.'

export const couponOperations = {
  createCoupon: {
    http: 'POST /admin/api/coupons',
    audits: '쿠폰 추가',
    access: 'admin',
    permission: 'catalog.change',
    scope: 'headOffice',
    summary: 'Create a coupon that makes orders cost less',
    description: `A coupon with \`automatic\` applies to each order without a code; otherwise members enter its
      \`code\`, which KingCar generates if it is absent. By default it applies to the first payment, for every product
      and store, without an end, and once for each member. It applies immediately, and its code cannot be changed
      later.`,
    input: Strict(
      {
        automatic: Type.Optional(Type.Boolean({ default: false })),
        code: Type.Optional(CouponCode()),
        ...Subset(fields),
        name: fields.name,
      },
      { name: '첫 달 반값', code: 'WELCOME-2026', discountPercent: 50, maximumDiscount: 20_000, limitTotal: 100 },
    ),
    result: Coupon,
    status: 201,
    idempotent: true,
    errors: {
      COUPON_CODE_TAKEN: 'Another coupon has this code, possibly one that has ended.',
      COUPON_LIMIT: `There are ${mostCoupons} coupons that have not ended, or ${mostCouponsWithoutCode} without a code.`,
      VALIDATION_FAILED: `${invalid.slice(0, -1)}; or the code has other characters than letters and digits, is shorter than ${couponCodeLength.least} or longer than ${couponCodeLength.most}, or is given with \`automatic\`.`,
    },
  },
  listCoupons: {
    http: 'GET /admin/api/coupons',
    access: 'admin',
    permission: 'orders.read',
    scope: 'headOffice',
    summary: 'List coupons with what they were used for',
    description: 'Returns a page, newest first unless `sort` is given. `q` is a part of the name or the code.',
    input: Strict({
      q: Type.Optional(Type.String({ minLength: 1, maxLength: 100, examples: ['반값'] })),
      state: Type.Optional(
        Type.Enum(['current', 'ended'], {
          description:
            'ended: by an administrator, or after its last day; current: all others, also before its first day',
        }),
      ),
      ...pageable('createdAt', 'name'),
    }),
    result: Page(Coupon),
  },
  getCoupon: {
    http: 'GET /admin/api/coupons/{id}',
    resource: 'coupon',
    access: 'admin',
    permission: 'orders.read',
    scope: 'headOffice',
    summary: 'Get one coupon',
    description: 'The `ETag` is the version of the coupon, which redemptions do not change.',
    input: Strict({ id: Id }),
    result: Coupon,
    versioned: true,
    errors: { COUPON_NOT_FOUND: notFound },
  },
  updateCoupon: {
    http: 'PATCH /admin/api/coupons/{id}',
    resource: 'coupon',
    audits: '쿠폰 수정',
    access: 'admin',
    permission: 'catalog.change',
    scope: 'headOffice',
    summary: 'Change a coupon',
    description: `Existing orders with the coupon, and the renewals of their subscriptions, keep its earlier terms. The
      change is recorded in the audit log.`,
    input: Strict({ id: Id, ...Subset(fields) }),
    result: Coupon,
    versioned: true,
    errors: { COUPON_NOT_FOUND: notFound, VALIDATION_FAILED: invalid },
  },
  endCoupon: {
    http: 'POST /admin/api/coupons/{id}/end',
    resource: 'coupon',
    audits: '쿠폰 종료',
    access: 'admin',
    permission: 'catalog.change',
    scope: 'headOffice',
    summary: 'End a coupon',
    description: `It applies to no further order, and cannot be resumed. Existing orders with the coupon, and the
      renewals of their subscriptions, stay as they are. A repetition is a no-op.`,
    input: Strict({ id: Id }),
    result: Coupon,
    errors: { COUPON_NOT_FOUND: notFound },
  },
  deleteCoupon: {
    http: 'DELETE /admin/api/coupons/{id}',
    resource: 'coupon',
    audits: '쿠폰 삭제',
    access: 'admin',
    permission: 'catalog.change',
    scope: 'headOffice',
    summary: 'Delete a coupon that no order has had',
    description: 'Its code can be used for another coupon. The change is recorded in the audit log.',
    input: Strict({ id: Id }),
    result: Nothing,
    versioned: true,
    errors: {
      COUPON_NOT_FOUND: notFound,
      IN_USE: 'An order has or had the coupon, possibly one that was cancelled: end the coupon instead.',
    },
  },
} as const satisfies Record<string, Spec>
