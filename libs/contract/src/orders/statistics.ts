import * as Type from 'typebox'
import { Id, Nullable, Strict } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { howStatisticsCount, Statistics, statisticsQuery } from '../statistics/statistics.ts'
import { statisticsFile } from '../statistics/statistics-csv.ts'
import { CsvPiece } from '../values/csv.ts'

const Count = (description: string) => Type.Integer({ description })

const SubscriptionFigures = Type.Object({
  active: Count('At the end of the period, or of the range if that is earlier; in a period of the future as known now'),
  started: Count('Bought or granted'),
  endedByStop: Count('By the member or an administrator: counted when the paid period ended'),
  endedByDunning: Count('Not paid by the last retry'),
  endedByLeave: Count('The member had left'),
  endedOtherwise: Count(
    'Refunded, withdrawn, replaced by a new one, or ended with its product or its one granted period',
  ),
  monthlyRevenue: Type.Integer({
    description:
      'KRW a month at the same time as `active`: prices divided by their months, each rounded; a granted one adds nothing',
  }),
})

const UseFigures = Type.Object({
  uses: Count('Without reversed ones'),
  reversed: Count('Reversed later'),
  byHand: Count('Those of `uses` that an administrator made'),
})

const subscriptionQuery = statisticsQuery(['day', 'week', 'month', 'product'], { productId: Type.Optional(Id) })
const useQuery = statisticsQuery(['day', 'hour', 'week', 'month', 'store', 'product'], { storeId: Type.Optional(Id) })

const Month = (description: string) =>
  Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$', description, examples: ['2026-01'] })
const cohortQuery = Strict({
  from: Month('First month in Asia/Seoul'),
  to: Month('Last month, inclusive'),
})

/** Months after that of the first subscription, for which cohorts are counted. */
export const cohortMonths = [1, 2, 3, 6, 12] as const

const Cohort = Type.Object({
  month: Type.String({ examples: ['2026-01'] }),
  began: Count('Members whose first subscription began in the month, or will as known now'),
  subscribed: Type.Array(
    Type.Object({
      months: Type.Integer({ description: 'Months after `month`' }),
      members: Nullable(Count('Those with an active subscription at the end of that month; null before it is over')),
      share: Nullable(Type.Number({ minimum: 0, maximum: 1, description: '`members` divided by `began`' })),
    }),
  ),
})

const noStore = 'No store has this id.'
const noProduct = 'No product has this id.'
const invalidRange = 'The range is longer than 10 years, has more than 2,000 periods or ends before it begins.'
const invalidMonths = 'The range has more than 120 months or ends before it begins.'

export const orderStatisticsOperations = {
  getSubscriptionFigures: {
    http: 'GET /admin/api/statistics/subscriptions',
    access: 'admin',
    summary: 'Count subscriptions by period or product',
    description: `A subscription is active from its start until it ends, also while a renewal is unpaid or after its
      renewal was stopped, until the paid period is over. ${howStatisticsCount}`,
    input: subscriptionQuery,
    result: Statistics(SubscriptionFigures),
    errors: { PRODUCT_NOT_FOUND: noProduct, VALIDATION_FAILED: invalidRange },
  },
  exportSubscriptionFigures: {
    http: 'GET /admin/api/statistics/subscriptions/export',
    access: 'admin',
    summary: 'Export figures of subscriptions as CSV',
    description: statisticsFile,
    input: subscriptionQuery,
    result: CsvPiece,
    response: 'csv',
    errors: { PRODUCT_NOT_FOUND: noProduct, VALIDATION_FAILED: invalidRange },
  },
  getUseFigures: {
    http: 'GET /admin/api/statistics/uses',
    access: 'admin',
    summary: 'Count uses of products by period, store or product',
    description: `A use counts when the product was used; a later reversal changes the figures of that time.
      Uses by product are those of the product in the catalog that the member's product is of. ${howStatisticsCount}`,
    input: useQuery,
    result: Statistics(UseFigures),
    errors: { STORE_NOT_FOUND: noStore, VALIDATION_FAILED: invalidRange },
  },
  exportUseFigures: {
    http: 'GET /admin/api/statistics/uses/export',
    access: 'admin',
    summary: 'Export figures of uses as CSV',
    description: statisticsFile,
    input: useQuery,
    result: CsvPiece,
    response: 'csv',
    errors: { STORE_NOT_FOUND: noStore, VALIDATION_FAILED: invalidRange },
  },
  getSubscriptionCohorts: {
    http: 'GET /admin/api/statistics/cohorts',
    access: 'admin',
    summary: 'Follow members by the month in which they first subscribed',
    description: `A member belongs to the month in Asia/Seoul in which the first subscription of any product began. The
      share after 1 month is of those who have an active subscription at the end of the following month: a member who never
      renewed a monthly subscription is not among them. Subscriptions are active as in \`getSubscriptionFigures\`.`,
    input: cohortQuery,
    result: Type.Object({ asOf: Type.String({ format: 'date-time' }), rows: Type.Array(Cohort) }),
    errors: { VALIDATION_FAILED: invalidMonths },
  },
  exportSubscriptionCohorts: {
    http: 'GET /admin/api/statistics/cohorts/export',
    access: 'admin',
    summary: 'Export cohorts of subscribers as CSV',
    description: 'The file is UTF-8 for spreadsheets, with Korean headings: a line for each month.',
    input: cohortQuery,
    result: CsvPiece,
    response: 'csv',
    errors: { VALIDATION_FAILED: invalidMonths },
  },
} as const satisfies Record<string, Spec>
