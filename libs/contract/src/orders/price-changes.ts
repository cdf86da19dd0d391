import * as Type from 'typebox'
import { CalendarDate, Id, Instant, Nullable, Reason, Strict, type Typed, Won } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { priceConsentVersion } from './price-consent.ts'
import { UserProduct, UserProductSummary } from './user-products.ts'
import { priceAnswerKinds, priceChangeKinds } from './values.ts'

/** Smallest number of days between the notification of members and a raise. */
export const raiseNoticeDays = 30
/** A change of the price can be announced for a day at most this many days from today. */
export const mostDaysAhead = 366

const Kind = Type.Enum([...priceChangeKinds], {
  description: 'raise: for subscriptions that cost less than `price`; lower: for those that cost more than `price`',
})
const Price = Type.Integer({ ...Won, minimum: 0, description: 'KRW of a period', examples: [33_000] })

/** A new price for the running subscriptions of a product. */
export const PriceChange = Type.Object({
  id: Id,
  productId: Id,
  kind: Kind,
  price: Price,
  fromDate: Type.String({
    format: 'date',
    description: 'First day in Asia/Seoul: a period that begins on it or later costs the new price',
  }),
  announcedAt: Instant,
  withdrawnAt: Nullable(Instant),
  withdrawable: Type.Boolean({
    description:
      'Whether it can be withdrawn: it is the latest change of the product and not withdrawn, and it is a raise or its day has not come',
  }),
  waiting: Type.Integer({
    description: 'Number of subscriptions that will get the new price; their members were notified',
    examples: [120],
  }),
  open: Type.Integer({
    description: 'Number of subscriptions whose member has not yet accepted or declined a raise',
    examples: [40],
  }),
  accepted: Type.Integer({ description: 'Number of subscriptions whose latest answer is a consent', examples: [75] }),
  declined: Type.Integer({ description: 'Number of subscriptions whose latest answer is a refusal', examples: [5] }),
})
export type PriceChange = Typed<typeof PriceChange>

const answer = {
  answer: Type.Enum([...priceAnswerKinds]),
  price: Type.Integer({ ...Won, description: 'The new price that the member has seen', examples: [33_000] }),
  textVersion: Type.Integer({
    minimum: 1,
    maximum: 1_000,
    description: '`textVersion` of the consent text that the member has seen',
    examples: [priceConsentVersion],
  }),
}
const answerErrors = {
  USER_PRODUCT_STATE_INVALID:
    'There is no raise for the product, its next period has begun, or the product does not renew, changes to another plan or is being refunded.',
  PRICE_CHANGED: 'The price or the consent text has changed in the meantime: read it again.',
  PRICE_CONSENT_TOO_EARLY:
    'The first period at the new price begins in more than 30 days; `details` has the time from which the member can agree.',
  CONFLICT: 'The renewal is being charged: try again after one second.',
  RATE_LIMITED: 'The member has changed the answer twenty times, and can only decline the new price now.',
} as const

export const priceChangeOperations = {
  announcePriceChange: {
    http: 'POST /admin/api/products/{id}/priceChanges',
    resource: 'product',
    audits: '정기권 요금 변경 예고',
    access: 'admin',
    permission: 'catalog.change',
    scope: 'headOffice',
    summary: 'Announce a new price for the running subscriptions of a product',
    description: `A subscription that is bought before \`fromDate\` keeps its price until a period begins on that day
      or later, and never changes within a commitment. A raise needs the consent of each member within the 30 days
      before; a subscription without consent ends then. A lower price needs no consent. New orders cost the price of
      the product itself, which an administrator changes with the product.`,
    input: Strict({ id: Id, kind: Kind, price: Price, fromDate: CalendarDate }),
    result: PriceChange,
    status: 201,
    idempotent: true,
    errors: {
      PRODUCT_NOT_FOUND: 'No product has this id, or it was deleted.',
      PRICE_CHANGE_ANNOUNCED:
        'The product has an announced change of its price whose day has not come: withdraw it first.',
      VALIDATION_FAILED: `The product is no subscription, or \`fromDate\` is less than ${raiseNoticeDays} days from today (a raise), in the past, or more than ${mostDaysAhead} days away.`,
    },
  },
  listPriceChanges: {
    http: 'GET /admin/api/products/{id}/priceChanges',
    resource: 'product',
    access: 'admin',
    permission: 'orders.read',
    scope: 'headOffice',
    summary: 'List the changes of the price of running subscriptions of a product',
    description: `Returns the newest hundred changes, with the number of answers of members. \`GET
      /admin/api/userProducts\` with \`productId\` and \`priceConsent\` lists the subscriptions.`,
    input: Strict({ id: Id }),
    result: Type.Array(PriceChange),
    errors: { PRODUCT_NOT_FOUND: 'No product has this id, or it was deleted.' },
  },
  withdrawPriceChange: {
    http: 'POST /admin/api/products/{id}/priceChanges/withdraw',
    resource: 'product',
    audits: '정기권 요금 변경 철회',
    access: 'admin',
    permission: 'catalog.change',
    scope: 'headOffice',
    summary: 'Withdraw the latest price of running subscriptions',
    description: `Subscriptions keep their price, even if their members declined the new one. A raise can also be
      withdrawn after its day: earlier charges stay, and later renewals cost the earlier price. Members who were
      notified of the raise are notified of its withdrawal. The change is recorded in the audit log.`,
    input: Strict({ id: Id }),
    result: PriceChange,
    errors: {
      PRICE_CHANGE_NOT_FOUND:
        'No change of the price was announced, the latest is already withdrawn, or it lowers the price and its day has come.',
    },
  },
  answerPriceChange: {
    http: 'POST /api/me/products/{id}/priceChange',
    resource: 'userProduct',
    access: 'member',
    summary: 'Agree to the raised price of one of your subscriptions, or decline it',
    description: `The latest answer before the first period at the new price counts; the same answer again is a no-op.
      Without a consent in the 30 days before, the subscription ends then and nothing is charged. A pause may postpone
      that period so far that the member has to agree again.`,
    input: Strict({ id: Id, ...answer }),
    result: UserProduct,
    idempotent: true,
    errors: { USER_PRODUCT_NOT_FOUND: 'The member has no product with this id.', ...answerErrors },
  },
  recordPriceAnswer: {
    http: 'POST /admin/api/userProducts/{id}/priceChange',
    resource: 'userProduct',
    audits: '요금 인상 동의 기록',
    opens: true,
    access: 'admin',
    permission: 'userProducts.change',
    scope: 'headOffice',
    summary: "Record a member's answer to a raised price that was given in person",
    description: 'Has the same effect as an answer of the member. It is recorded in the audit log with its reason.',
    input: Strict({ id: Id, ...answer, reason: Reason('매장에서 인상 안내문을 읽고 서명했어요.') }),
    result: UserProductSummary,
    idempotent: true,
    errors: { USER_PRODUCT_NOT_FOUND: 'No product of a member has this id.', ...answerErrors },
  },
} as const satisfies Record<string, Spec>
