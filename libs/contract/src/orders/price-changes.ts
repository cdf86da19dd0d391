import * as Type from 'typebox'
import { CalendarDate, Id, Instant, Nullable, Reason, Strict, type Typed, Won } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { priceConsentVersion } from './price-consent.ts'
import { UserProduct, UserProductSummary } from './user-products.ts'
import { priceAnswerKinds, priceChangeKinds } from './values.ts'

/** Days before a raise for which its members have to know of it. */
export const raiseNoticeDays = 30
/** Days from today until which a change of the price can be announced. */
export const mostDaysAhead = 366

const Kind = Type.Enum([...priceChangeKinds], {
  description: 'raise: for subscriptions that cost less than `price`; lower: for those that cost more',
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
    description: 'Periods that begin on this day in Asia/Seoul or later cost it',
  }),
  announcedAt: Instant,
  withdrawnAt: Nullable(Instant),
  withdrawable: Type.Boolean({
    description: 'It is the latest one of the product and not withdrawn, and a raise, or its day has not come',
  }),
  waiting: Type.Integer({
    description: 'Subscriptions that will get the new price; their members were notified',
    examples: [120],
  }),
  open: Type.Integer({
    description: 'Subscriptions whose member has not yet accepted or declined a raise',
    examples: [40],
  }),
  accepted: Type.Integer({ description: 'Subscriptions whose latest answer is a consent', examples: [75] }),
  declined: Type.Integer({ description: 'Subscriptions whose latest answer is a refusal', examples: [5] }),
})
export type PriceChange = Typed<typeof PriceChange>

const answer = {
  answer: Type.Enum([...priceAnswerKinds]),
  price: Type.Integer({ ...Won, description: 'The new price that the member has seen', examples: [33_000] }),
  textVersion: Type.Integer({
    minimum: 1,
    maximum: 1_000,
    description: '`textVersion` of the text that the member has seen',
    examples: [priceConsentVersion],
  }),
}
const answerErrors = {
  USER_PRODUCT_STATE_INVALID:
    'The price of the product is not raised, its next period has begun, or the product does not renew, changes to another plan or is being refunded.',
  PRICE_CHANGED: 'The price or the text has changed since: read it again.',
  PRICE_CONSENT_TOO_EARLY:
    'The first period at the new price begins in more than 30 days; `details` has the first time.',
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
    description: `Each subscription that is bought until \`fromDate\` keeps its price until a period begins on that day or later, and
      never changes within a commitment. A raise counts for members who agree in the 30 days before; other subscriptions
      end then. A lower price needs no consent. Orders cost the price of the product, which is changed with the product.`,
    input: Strict({ id: Id, kind: Kind, price: Price, fromDate: CalendarDate }),
    result: PriceChange,
    status: 201,
    idempotent: true,
    errors: {
      PRODUCT_NOT_FOUND: 'No product has this id, or it was deleted.',
      PRICE_CHANGE_ANNOUNCED: 'The product has a change of its price whose day has not come: withdraw it first.',
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
    description: `The newest hundred, with what members have answered. \`GET /admin/api/userProducts\` with \`productId\` and
      \`priceConsent\` lists the subscriptions.`,
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
    description: `Subscriptions go on at their price, also those whose members declined. A raise can be withdrawn after its day too: what was
      charged stays, and later renewals cost the price before. Members who were notified of the raise are notified of this. The
      change is recorded in the audit log.`,
    input: Strict({ id: Id }),
    result: PriceChange,
    errors: {
      PRICE_CHANGE_NOT_FOUND:
        'The latest change of the price is withdrawn, or a lower price whose day has come, or there is none.',
    },
  },
  answerPriceChange: {
    http: 'POST /api/me/products/{id}/priceChange',
    resource: 'userProduct',
    access: 'member',
    summary: 'Agree to the raised price of one of your subscriptions, or decline it',
    description: `The latest answer before the first period at the new price counts; the same answer again is a no-op. Without a
      consent in the 30 days before, the subscription ends then and nothing is charged. A pause may move that period so far that the
      member has to agree again.`,
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
    summary: 'Record what a member has answered in person to a raised price',
    description: 'Counts as an answer of the member. It is recorded in the audit log with its reason.',
    input: Strict({ id: Id, ...answer, reason: Reason('매장에서 인상 안내문을 읽고 서명했어요.') }),
    result: UserProductSummary,
    idempotent: true,
    errors: { USER_PRODUCT_NOT_FOUND: 'No product of a member has this id.', ...answerErrors },
  },
} as const satisfies Record<string, Spec>
