import * as Type from 'typebox'
import { ProductType } from '../catalog/products.ts'
import { Id, Instant, Nullable, Reason, SearchText, Strict, type Typed, Won } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { Count, countable, Page, pageable } from '../model/paging.ts'
import { ofVisitorsOnly } from '../model/permissions.ts'
import { CsvPiece, chosenRows, personalExport, personalFile, wholeFile } from '../values/csv.ts'
import { UsedCoupon } from './coupons.ts'
import { Order } from './order.ts'
import { SubscriptionPriceChange } from './price-consent.ts'
import { dunningReasons, priceConsentStates, renewalStates, userProductStates } from './values.ts'

export const UserProductState = Type.Enum([...userProductStates])
export type UserProductState = Typed<typeof UserProductState>

export const DunningReason = Type.Enum([...dunningReasons])
export type DunningReason = Typed<typeof DunningReason>

/** The unpaid renewal of a subscription. */
export const Dunning = Type.Object({
  since: Type.String({ format: 'date-time', description: 'When the first charge failed' }),
  reason: Type.Enum([...dunningReasons], {
    description: `Why the last charge failed: \`noCard\`, \`cardExpired\`, \`limitExceeded\` (or the balance is too
      low), \`declined\`, or \`bankUnavailable\` (or the provider does not respond), after which the charge is retried
      within an hour`,
  }),
  nextTryAt: Type.String({
    format: 'date-time',
    description: 'Time of the next charge of the main card; in the past while the outcome of a charge is unknown',
  }),
  amount: Won,
})
export type Dunning = Typed<typeof Dunning>

/** What a subscription has in addition to the terms of every product: its terms as bought, and its later state. */
export const Subscription = Type.Object({
  firstPeriodPrice: Nullable(
    Type.Integer({ ...Won, description: 'Price of the first paid period; null means `price`', examples: [9_900] }),
  ),
  trialDays: Type.Integer({ description: 'Free days before the first charge', examples: [7] }),
  commitmentPeriods: Type.Integer({
    description: 'Number of paid periods before a stop by the member can take effect',
    examples: [3],
  }),
  pauseDaysPerYear: Type.Integer({
    description: 'Days of a calendar year for which the member can pause it',
    examples: [30],
  }),
  trial: Type.Boolean({
    description: 'Whether the subscription is in its free days; the first charge follows at their end',
    examples: [false],
  }),
  nextAmount: Type.Integer({
    ...Won,
    description: 'Amount of the next charge, if the subscription renews',
    examples: [29_900],
  }),
  committedUntil: Nullable(
    Type.String({
      format: 'date-time',
      description: 'The end of the periods that the member agreed to; null in the trial and after it',
    }),
  ),
  stopsAt: Nullable(
    Type.String({
      format: 'date-time',
      description:
        'If the member requested a stop before `committedUntil`: the time at which it takes effect; otherwise null',
    }),
  ),
  priceChange: Type.Optional(Nullable(SubscriptionPriceChange)),
  pause: Nullable(Type.Object({ since: Instant, until: Instant })),
  pausedDays: Nullable(
    Type.Object(
      { year: Type.Integer({ examples: [2026] }), days: Type.Integer({ examples: [10] }) },
      {
        description:
          'Days for which the member has paused it in this calendar year (Asia/Seoul); earlier years are not stored',
      },
    ),
  ),
  change: Nullable(
    Type.Object(
      { productId: Id, productName: Type.String(), price: Won },
      {
        description: 'The plan to which it changes when its period ends',
      },
    ),
  ),
})
export type Subscription = Typed<typeof Subscription>

/** A product that a member has bought or was granted, with the terms at which it was sold. */
export const UserProduct = Type.Object({
  id: Id,
  productId: Id,
  productName: Type.String(),
  type: ProductType,
  price: Won,
  billingMonths: Nullable(Type.Integer({ description: 'Months of a period; null for a one-time product' })),
  useLimit: Nullable(Type.Integer({ description: 'Uses per period; null means unlimited', examples: [4] })),
  carLimit: Nullable(Type.Integer({ description: 'Cars that can use it; null means any car', examples: [1] })),
  carId: Nullable(
    Type.String({
      format: 'uuid',
      description: 'The car to which it is bound; null for any car, or while no car is chosen',
    }),
  ),
  usesPerDay: Nullable(Type.Integer({ description: 'Uses per day in Asia/Seoul; null means no limit', examples: [1] })),
  usesPerStay: Type.Integer({ description: 'Uses that one visit may record, one of them automatic', examples: [1] }),
  storeIds: Type.Array(Id, { description: 'Stores where it can be used; empty means all stores' }),
  state: UserProductState,
  startsAt: Instant,
  endsAt: Nullable(Instant),
  remainingUses: Nullable(Type.Integer({ description: 'Null means unlimited', examples: [3] })),
  orderId: Nullable(Type.String({ format: 'uuid', description: 'Null if an administrator granted the product' })),
  nextBillingAt: Nullable(Instant),
  dunning: Nullable(Dunning),
  coupon: Nullable(
    Type.Object({
      ...UsedCoupon.properties,
      paymentsLeft: Nullable(
        Type.Integer({
          description: 'Number of renewals to which the coupon still applies; null means all',
          examples: [2],
        }),
      ),
      amount: Type.Integer({ ...Won, description: 'KRW of the next renewal, after the discount' }),
    }),
  ),
  subscription: Nullable(Subscription),
})
export type UserProduct = Typed<typeof UserProduct>

export const UserProductSummary = Type.Object({
  ...UserProduct.properties,
  memberId: Id,
  memberName: Type.String(),
  createdAt: Instant,
  canResume: Type.Boolean({ description: 'Its renewal was stopped and can be resumed', examples: [false] }),
})
export type UserProductSummary = Typed<typeof UserProductSummary>

/** What a change to another plan costs. */
const ChangeQuote = Type.Object({
  now: Nullable(
    Type.Object(
      {
        amount: Type.Integer({ ...Won, description: 'Price of the new plan less the credit', examples: [35_000] }),
        credit: Type.Integer({ ...Won, description: 'Value of the unused days', examples: [15_000] }),
        unusedDays: Type.Integer({
          description: 'Days from tomorrow to the end of the period, in Asia/Seoul',
          examples: [15],
        }),
        periodDays: Type.Integer({ examples: [30] }),
      },
      { description: 'Null if the credit is more than the price of the new plan' },
    ),
  ),
  periodEnd: Type.Object({ at: Instant, amount: Type.Integer({ ...Won, examples: [50_000] }) }),
})
export type ChangeQuote = Typed<typeof ChangeQuote>

const PauseDays = Type.Integer({
  minimum: 1,
  maximum: 365,
  description: 'Length in days of 24 hours, from now',
  examples: [14],
})
const pauseText = `The period ends, and the next charge is due, later by the length of the pause: no paid day is lost,
      and nothing is charged in the meantime.`
const changeErrors = {
  PRODUCT_NOT_FOUND: 'No product has the id `productId`, or it was deleted.',
  PRODUCT_NOT_ON_SALE: 'The new plan is not on sale at the moment.',
  ALREADY_SUBSCRIBED: 'The member has the new plan already.',
  VALIDATION_FAILED: '`productId` is not a subscription.',
} as const
const notChangeable =
  'The product is not a subscription that renews, was granted, is paused or is being refunded, or its renewal is due or unpaid.'

const filters = {
  q: Type.Optional(SearchText),
  memberId: Type.Optional(Id),
  productId: Type.Optional(Id),
  type: Type.Optional(ProductType),
  state: Type.Optional(UserProductState),
  renewal: Type.Optional(
    Type.Enum([...renewalStates], {
      description:
        'planned: it is charged at `nextBillingAt`; unpaid: the last charge failed (`dunning`); none: it does not renew',
    }),
  ),
  priceConsent: Type.Optional(
    Type.Enum([...priceConsentStates], {
      description: "Only subscriptions whose price is raised, with this state of the member's consent",
    }),
  ),
}
const query = Strict({ ...filters, ...pageable('createdAt', 'startsAt', 'endsAt') })

export const userProductOperations = {
  listMyProducts: {
    http: 'GET /api/me/products',
    access: 'member',
    summary: 'List your products, including past ones',
    description: `Returns a page, the latest start first unless \`sort\` is given. State Available: usable;
      Unavailable: has an unpaid renewal, is paused or has not started; Complete: used up or expired; Cancel: refunded
      or withdrawn. \`dunning\` is null unless a renewal is unpaid. If only the bank was unavailable, the product stays
      Available for up to 24 hours; after any other refusal it is Unavailable until the renewal is paid.`,
    input: Strict({ ...pageable('startsAt', 'endsAt') }),
    result: Page(UserProduct),
  },
  stopRenewal: {
    http: 'POST /api/me/products/{id}/cancel',
    resource: 'userProduct',
    access: 'member',
    summary: 'Stop the renewal of a subscription',
    description: `The product can be used until its paid period ends and is not charged again; if its renewal is due
      or unpaid, it ends immediately. A charge that is in progress and succeeds anyway is refunded in full. Until the
      period ends, \`POST /api/me/products/{id}/resume\` undoes it. Before the end of the periods that the member agreed to
      (\`committedUntil\`) it takes effect then (\`stopsAt\`); the operator can stop it earlier, as 방문판매법 제31조 lets a member ask for.`,
    input: Strict({ id: Id }),
    result: UserProduct,
    idempotent: true,
    errors: {
      USER_PRODUCT_NOT_FOUND: 'The member has no product with this id.',
      USER_PRODUCT_STATE_INVALID: 'The product has ended, is not a subscription, or does not renew any more.',
    },
  },
  resumeRenewal: {
    http: 'POST /api/me/products/{id}/resume',
    resource: 'userProduct',
    access: 'member',
    summary: 'Resume the renewal of a subscription that was stopped',
    description: 'Possible until the paid period ends; the subscription is charged again when it does.',
    input: Strict({ id: Id }),
    result: UserProduct,
    idempotent: true,
    errors: {
      USER_PRODUCT_NOT_FOUND: 'The member has no product with this id.',
      USER_PRODUCT_STATE_INVALID:
        'The product has ended, renews already, is not a subscription that was bought, is being refunded, or was stopped by the deletion of its product.',
    },
  },
  retryPayment: {
    http: 'POST /api/me/products/{id}/retryPayment',
    resource: 'userProduct',
    access: 'member',
    summary: 'Pay the unpaid renewal of a subscription now',
    description: `Charges \`cardId\` or, without it, the main card; the main card stays the same. After a success the
      product is Available until the end of its next period. A refusal does not change the scheduled charges. With
      \`Idempotency-Key\` a refusal is repeated too: use a new key to retry the same card.`,
    input: Strict({ id: Id, cardId: Type.Optional(Id) }),
    timeoutSeconds: 15,
    result: UserProduct,
    idempotent: true,
    errors: {
      PAYMENT_FAILED: 'The provider declined (reason in `details`).',
      USER_PRODUCT_NOT_FOUND: 'The member has no product with this id.',
      USER_PRODUCT_STATE_INVALID: 'The product has no unpaid renewal.',
      CARD_NOT_FOUND: '`cardId` is not a card of the member, or it is absent and the member has no card.',
      CONFLICT: 'The renewal is being charged: try again after one second.',
      RATE_LIMITED: 'Eight charges beyond the scheduled ones were declined in this period.',
      UNAVAILABLE:
        'The provider does not respond; the outcome is determined in the background, and a repetition with the same `Idempotency-Key` returns it.',
    },
  },
  pauseMyProduct: {
    http: 'POST /api/me/products/{id}/pause',
    resource: 'userProduct',
    access: 'member',
    summary: 'Pause one of your subscriptions',
    description: `${pauseText} The product is Unavailable during the pause, and then becomes Available automatically.
      The member can pause for \`pauseDaysPerYear\` in a calendar year (Asia/Seoul); a pause, also one by an
      administrator, counts in the year in which it begins.`,
    input: Strict({ id: Id, days: PauseDays }),
    result: UserProduct,
    idempotent: true,
    errors: {
      USER_PRODUCT_NOT_FOUND: 'The member has no product with this id.',
      USER_PRODUCT_STATE_INVALID:
        'The product is not a subscription that renews, is paused already, is in its trial or is being refunded, or its renewal is due or unpaid.',
      PAUSE_LIMIT_EXCEEDED:
        'More days were requested than are left of the year; `details` has the number of days left.',
      CONFLICT: 'The renewal is being charged: try again after one second.',
    },
  },
  unpauseMyProduct: {
    http: 'POST /api/me/products/{id}/unpause',
    resource: 'userProduct',
    access: 'member',
    summary: 'End the pause of one of your subscriptions',
    description: `The product is Available immediately. The period ends, and the next charge is due, earlier by the
      rest of the pause; whole days of the rest do not count for the year.`,
    input: Strict({ id: Id }),
    result: UserProduct,
    idempotent: true,
    errors: {
      USER_PRODUCT_NOT_FOUND: 'The member has no product with this id.',
      USER_PRODUCT_STATE_INVALID: 'The product is not paused.',
    },
  },
  getMyProductChange: {
    http: 'GET /api/me/products/{id}/change',
    resource: 'userProduct',
    access: 'member',
    summary: 'Get what a change of one of your subscriptions to another plan costs',
    description: `A change now costs the price of the new plan less the value of the unused days, which count from
      tomorrow in Asia/Seoul; the value is rounded down to won. For a plan with a limited number of uses, the credit is
      at most the share of its unused uses. The new plan then has no trial and no first price.`,
    input: Strict({ id: Id, productId: Id }),
    result: ChangeQuote,
    errors: {
      USER_PRODUCT_NOT_FOUND: 'The member has no product with this id.',
      USER_PRODUCT_STATE_INVALID: notChangeable,
      PLAN_COMMITTED: 'The periods that the member agreed to are not over.',
      ...changeErrors,
    },
  },
  changeMyProduct: {
    http: 'POST /api/me/products/{id}/change',
    resource: 'userProduct',
    access: 'member',
    summary: 'Change one of your subscriptions to another plan',
    description: `\`now\` returns an order of the new plan, which replaces this plan when it is paid; if this plan has
      changed by then, or a day has passed, nothing is replaced and the payment is refunded. A full refund of that
      order restores this plan. \`periodEnd\` makes the next renewal one of the new plan, at its current price. A
      second request replaces the first, and a request with the current plan withdraws it.`,
    input: Strict({ id: Id, productId: Id, when: Type.Enum(['now', 'periodEnd']) }),
    result: Type.Object({ userProduct: UserProduct, order: Nullable(Order) }),
    idempotent: true,
    errors: {
      USER_PRODUCT_NOT_FOUND: 'The member has no product with this id.',
      USER_PRODUCT_STATE_INVALID: notChangeable,
      PLAN_COMMITTED: 'The periods that the member agreed to are not over.',
      CREDIT_EXCEEDS_PRICE: '`when` is `now`, and the credit is more than the price of the new plan.',
      TOO_MANY_OPEN_ORDERS: 'The member has 20 unpaid orders; the operator can set another limit.',
      CONFLICT: 'The renewal is being charged: try again after one second.',
      ...changeErrors,
      VALIDATION_FAILED: '`productId` is not a subscription, or it is the current plan and `when` is `now`.',
    },
  },
  moveMyProduct: {
    http: 'PATCH /api/me/products/{id}',
    resource: 'userProduct',
    access: 'member',
    summary: 'Bind one of your products to another of your cars, once in 30 days',
    description: `Moves the product from its previous car, which may have been removed, to this one; past uses stay.
      The first choice of a car does not count for the limit, and the same car again is a no-op. An administrator can
      move it at any time.`,
    input: Strict({ id: Id, carId: Id }),
    result: UserProduct,
    errors: {
      USER_PRODUCT_NOT_FOUND: 'The member has no product with this id.',
      CAR_NOT_FOUND: '`carId` is not a car of the member.',
      USER_PRODUCT_STATE_INVALID: 'The product has ended, or it is for any car (`carLimit` null).',
      USER_PRODUCT_MOVED:
        'The member bound it to another car less than 30 days ago; `details` has the time from which the member can change it again.',
    },
  },
  listUserProducts: {
    http: 'GET /admin/api/userProducts',
    opens: '이용 상품 목록 조회',
    access: 'admin',
    permission: 'uses.read',
    scope: 'stores',
    summary: 'Search products of members',
    description: `Returns a page, including past products, newest first unless \`sort\` is given. ${ofVisitorsOnly}
      \`q\` matches the member by any of: part of the name, its initial consonants, the last four digits of a plate or
      phone, the beginning of an email; without \`members.contact\` only name and plate. Without \`orders.read\`,
      \`orderId\` and \`dunning\` are null.`,
    input: query,
    result: Page(UserProductSummary),
  },
  countUserProducts: {
    http: 'GET /admin/api/userProducts/totals',
    access: 'admin',
    permission: 'uses.read',
    scope: 'stores',
    summary: 'Count products of members',
    description: 'Takes the filters of `listUserProducts`.',
    input: Strict({ ...filters, ...countable }),
    result: Type.Object({ count: Count }),
  },
  exportUserProducts: {
    http: 'GET /admin/api/userProducts/export',
    audits: '이용 상품 내려받기',
    opens: true,
    access: 'admin',
    permission: 'orders.read',
    scope: 'stores',
    freshSignIn: 'full',
    summary: 'Export products of members as CSV',
    description: `Contains the products that match the query, with members and remaining uses${personalFile} ${wholeFile}`,
    input: Strict({ ...query.properties, ...chosenRows, ...personalExport }),
    result: CsvPiece,
    response: 'csv',
  },
  grantUserProduct: {
    http: 'POST /admin/api/userProducts',
    audits: '이용 상품 지급',
    opens: true,
    access: 'admin',
    permission: 'userProducts.change',
    scope: 'headOffice',
    summary: 'Grant a product to a member without an order; a subscription lasts one period',
    description: `Nothing is charged, and a product that is not on sale can be granted too. It starts at \`startsAt\`,
      or now if absent, and never renews. The change is recorded in the audit log with its reason.`,
    input: Strict({
      memberId: Id,
      productId: Id,
      startsAt: Type.Optional(Instant),
      reason: Reason('불편을 드려서 드렸어요.'),
    }),
    result: UserProductSummary,
    status: 201,
    idempotent: true,
    errors: {
      MEMBER_NOT_FOUND: 'No member has this id, or the member has left.',
      PRODUCT_NOT_FOUND: 'No product has this id, or it was deleted.',
      VALIDATION_FAILED: '`startsAt` is more than ten years from now.',
    },
  },
  moveUserProduct: {
    http: 'PATCH /admin/api/userProducts/{id}',
    resource: 'userProduct',
    audits: '이용 상품 차량 변경',
    opens: true,
    access: 'admin',
    permission: 'userProducts.change',
    scope: 'headOffice',
    summary: 'Bind a product of a member to another car of the member, at any time',
    description: `Moves the product from its previous car to this one; past uses stay. It does not count for the
      member's limit of one change in 30 days. The change is recorded in the audit log; the same car again is a no-op.`,
    input: Strict({ id: Id, carId: Id }),
    result: UserProductSummary,
    errors: {
      USER_PRODUCT_NOT_FOUND: 'No product of a member has this id.',
      CAR_NOT_FOUND: '`carId` is not a car of the member.',
      USER_PRODUCT_STATE_INVALID: 'The product has ended, or it is for any car (`carLimit` null).',
    },
  },
  cancelUserProduct: {
    http: 'POST /admin/api/userProducts/{id}/cancel',
    resource: 'userProduct',
    audits: '이용 상품 취소',
    opens: true,
    access: 'admin',
    permission: 'userProducts.change',
    scope: 'headOffice',
    summary: 'Withdraw a product from a member without a refund',
    description: `The state becomes Cancel: the product can no longer be used and does not renew; its uses are kept.
      Only a refund of its order returns money. The change is recorded in the audit log with its reason.`,
    input: Strict({ id: Id, reason: Reason('다른 회원에게 잘못 드렸어요.') }),
    result: UserProductSummary,
    idempotent: true,
    errors: {
      USER_PRODUCT_NOT_FOUND: 'No product of a member has this id.',
      USER_PRODUCT_STATE_INVALID: 'The product has already ended.',
    },
  },
  stopUserProduct: {
    http: 'POST /admin/api/userProducts/{id}/stop',
    resource: 'userProduct',
    audits: '정기 결제 중지',
    opens: true,
    access: 'admin',
    permission: 'userProducts.change',
    scope: 'headOffice',
    summary: "Stop the renewal of a member's subscription at the end of its period",
    description: `The member can use the product until its paid period ends. If its renewal is due or unpaid, it ends
      immediately, and a charge in progress that succeeds later is refunded in full. A commitment of the member does
      not delay the stop. The change is recorded in the audit log with its reason.`,
    input: Strict({ id: Id, reason: Reason('회원이 전화로 해지를 요청했어요.') }),
    result: UserProductSummary,
    idempotent: true,
    errors: {
      USER_PRODUCT_NOT_FOUND: 'No product of a member has this id.',
      USER_PRODUCT_STATE_INVALID: 'The product has ended, is not a subscription, or does not renew any more.',
    },
  },
  resumeUserProduct: {
    http: 'POST /admin/api/userProducts/{id}/resume',
    resource: 'userProduct',
    audits: '정기 결제 재개',
    opens: true,
    access: 'admin',
    permission: 'userProducts.change',
    scope: 'headOffice',
    summary: "Resume the renewal of a member's subscription that was stopped",
    description: `Possible until the paid period ends; the subscription is charged again when it does. The change is
      recorded in the audit log with its reason.`,
    input: Strict({ id: Id, reason: Reason('회원이 해지를 취소했어요.') }),
    result: UserProductSummary,
    idempotent: true,
    errors: {
      USER_PRODUCT_NOT_FOUND: 'No product of a member has this id.',
      USER_PRODUCT_STATE_INVALID:
        'The product has ended, renews already, is not a subscription that was bought, is being refunded, or was stopped by the deletion of its product; or the member has left.',
    },
  },
  pauseUserProduct: {
    http: 'POST /admin/api/userProducts/{id}/pause',
    resource: 'userProduct',
    audits: '이용 상품 일시정지',
    opens: true,
    access: 'admin',
    permission: 'userProducts.change',
    scope: 'headOffice',
    summary: "Pause a member's subscription",
    description: `${pauseText} The member's limit of the year does not apply, but the days count towards it. The change
      is recorded in the audit log with its reason.`,
    input: Strict({ id: Id, days: PauseDays, reason: Reason('회원이 해외에 나가 있어요.') }),
    result: UserProductSummary,
    idempotent: true,
    errors: {
      USER_PRODUCT_NOT_FOUND: 'No product of a member has this id.',
      USER_PRODUCT_STATE_INVALID:
        'The product is not a subscription that renews, is paused already, is in its trial or is being refunded, or its renewal is due or unpaid.',
      CONFLICT: 'The renewal is being charged: try again after one second.',
    },
  },
  unpauseUserProduct: {
    http: 'POST /admin/api/userProducts/{id}/unpause',
    resource: 'userProduct',
    audits: '이용 상품 일시정지 해제',
    opens: true,
    access: 'admin',
    permission: 'userProducts.change',
    scope: 'headOffice',
    summary: "End the pause of a member's subscription",
    description: `The product is Available immediately, and its period ends earlier by the rest of the pause. The change is
      recorded in the audit log with its reason.`,
    input: Strict({ id: Id, reason: Reason('회원이 일찍 돌아왔어요.') }),
    result: UserProductSummary,
    idempotent: true,
    errors: {
      USER_PRODUCT_NOT_FOUND: 'No product of a member has this id.',
      USER_PRODUCT_STATE_INVALID: 'The product is not paused.',
    },
  },
  changeUserProductPlan: {
    http: 'POST /admin/api/userProducts/{id}/change',
    resource: 'userProduct',
    audits: '정기권 변경',
    opens: true,
    access: 'admin',
    permission: 'userProducts.change',
    scope: 'headOffice',
    summary: "Change a member's subscription to another plan, now or at the end of its period",
    description: `With \`periodEnd\` the next renewal is of the new plan, at today's price; a second request replaces the first, and one
      with the plan itself withdraws it. \`now\` charges the main card of the member with the price less the value of the unused
      days, and the result is the new product: the member has to have agreed to it. With \`Idempotency-Key\` a refusal is
      repeated too. The change is recorded in the audit log with its reason.`,
    timeoutSeconds: 15,
    input: Strict({
      id: Id,
      productId: Id,
      when: Type.Optional(Type.Enum(['now', 'periodEnd'], { description: '`periodEnd` if it is absent' })),
      amount: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 100_000_000,
          description:
            'KRW to which the member has agreed: `now.amount` of the quote. Required with `now`, ignored otherwise',
          examples: [40_000],
        }),
      ),
      reason: Reason('회원이 전화로 변경을 요청했어요.'),
    }),
    result: UserProductSummary,
    idempotent: true,
    errors: {
      PAYMENT_FAILED: 'The provider declined the card (reason in `details`); the plan has not changed.',
      CARD_NOT_FOUND: '`when` is `now`, and the member has no card.',
      AMOUNT_MISMATCH: '`amount` is not what the change costs at the moment (in `details`); nothing is charged.',
      CREDIT_EXCEEDS_PRICE: '`when` is `now`, and the credit is more than the price of the new plan.',
      UNAVAILABLE:
        'The provider does not respond; the outcome is determined in the background, and a repetition with the same `Idempotency-Key` returns it.',
      USER_PRODUCT_NOT_FOUND: 'No product of a member has this id.',
      USER_PRODUCT_STATE_INVALID: notChangeable,
      CONFLICT: 'The renewal, or another change of the plan, is being charged: try again after one second.',
      ...changeErrors,
      VALIDATION_FAILED:
        '`productId` is not a subscription; or `when` is `now`, and `productId` is the current plan or `amount` is absent.',
    },
  },
  getUserProductChange: {
    http: 'GET /admin/api/userProducts/{id}/change',
    resource: 'userProduct',
    access: 'admin',
    permission: 'userProducts.change',
    scope: 'headOffice',
    summary: "Get what a change of a member's subscription to another plan costs",
    description: "Returns the same as `GET /api/me/products/{id}/change`, but also during the member's commitment.",
    input: Strict({ id: Id, productId: Id }),
    result: ChangeQuote,
    errors: {
      USER_PRODUCT_NOT_FOUND: 'No product of a member has this id.',
      USER_PRODUCT_STATE_INVALID: notChangeable,
      CONFLICT: 'The renewal is being charged: try again after one second.',
      ...changeErrors,
    },
  },
  retryUserProductPayment: {
    http: 'POST /admin/api/userProducts/{id}/retryPayment',
    resource: 'userProduct',
    audits: '정기 결제 다시 시도',
    opens: true,
    access: 'admin',
    permission: 'userProducts.change',
    scope: 'headOffice',
    summary: "Charge the unpaid renewal of a member's subscription now",
    description: `Charges the main card of the member: after a success the product is Available until the end of its next
      period, and a refusal leaves the scheduled charges as they are. With \`Idempotency-Key\` a refusal is repeated too:
      use a new key to retry the card. The attempt is recorded in the audit log with its reason.`,
    input: Strict({ id: Id, reason: Reason('회원이 카드 한도를 올렸다고 전화했어요.') }),
    timeoutSeconds: 15,
    result: UserProductSummary,
    idempotent: true,
    errors: {
      PAYMENT_FAILED: 'The provider declined (reason in `details`).',
      USER_PRODUCT_NOT_FOUND: 'No product of a member has this id.',
      USER_PRODUCT_STATE_INVALID: 'The product has no unpaid renewal.',
      CARD_NOT_FOUND: 'The member has no card.',
      CONFLICT: 'The renewal is being charged: try again after one second.',
      RATE_LIMITED: 'Eight charges beyond the scheduled ones were declined in this period.',
      UNAVAILABLE:
        'The provider does not respond; the outcome is determined in the background, and a repetition with the same `Idempotency-Key` returns it.',
    },
  },
  countSubscriptions: {
    http: 'GET /admin/api/products/{id}/subscriptions',
    resource: 'product',
    access: 'admin',
    permission: 'catalog.change',
    scope: 'headOffice',
    summary: 'Count the subscriptions of a product that renew',
    description: 'Subscriptions that were stopped or have ended do not count.',
    input: Strict({ id: Id }),
    result: Type.Object({ renewing: Type.Integer({ minimum: 0, examples: [12] }) }),
    errors: {
      PRODUCT_NOT_FOUND: 'No product has this id.',
    },
  },
} as const satisfies Record<string, Spec>
