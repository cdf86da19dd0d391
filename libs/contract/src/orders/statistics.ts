import * as Type from 'typebox'
import { CalendarDate, Id, Instant, Nullable, Strict, type Typed } from '../model/common-schemas.ts'
import type { Spec } from '../model/operation.ts'
import { howStatisticsCount, Statistics, statisticsQuery } from '../statistics/statistics.ts'
import { statisticsFile } from '../statistics/statistics-csv.ts'
import { CsvPiece } from '../values/csv.ts'
import { paymentMethods } from './order.ts'

const Count = (description: string) => Type.Integer({ description })

const SubscriptionFigures = Type.Object({
  active: Count(
    'Active subscriptions at the end of the period, or of the range if that is earlier; for a future period as known now',
  ),
  started: Count('Subscriptions that were bought or granted'),
  endedByStop: Count('Stopped by the member or an administrator; counted when the paid period ended'),
  endedByDunning: Count('Ended because the last retry of an unpaid renewal failed'),
  endedByLeave: Count('Ended because the member left'),
  endedOtherwise: Count(
    'Refunded, withdrawn, replaced by another subscription, ended with the deletion of its product, or after its one granted period',
  ),
  monthlyRevenue: Type.Integer({
    description:
      'Monthly revenue in KRW at the same time as `active`: each price divided by the months of its period, rounded; a granted subscription adds nothing',
  }),
})

const UseFigures = Type.Object({
  uses: Count('Uses that were not reversed'),
  reversed: Count('Reversed later'),
  byHand: Count('Uses in `uses` that an administrator recorded'),
})

const MoneyFigures = Type.Object({
  orders: Count('Paid orders, without free ones'),
  paid: Count('KRW that members paid for orders'),
  refunded: Count('KRW that were refunded in this period; the payments can be of an earlier one'),
  discount: Count('KRW of discounts by coupons, of these orders and of free ones'),
  owed: Count('KRW that became owed to members, because their order could not keep the payment'),
  renewalsTried: Count('Attempts to charge a renewal, by their start; a charge that is sent again is one attempt'),
  renewalsFailed: Count('Attempts that failed, by the time of the failure; includes those without a card'),
  renewalsRecovered: Count('Renewals that were paid after at least one failed attempt for the same period'),
})

/** The groups of money statistics by method. */
export const moneyMethods = [...paymentMethods, 'unknown'] as const
/** The group of products that are valid at several stores. */
export const severalStores = 'several'

const moneyQuery = statisticsQuery(['day', 'week', 'month', 'store', 'product', 'method'], {
  storeId: Type.Optional(Id),
  productId: Type.Optional(Id),
})

/** Number of days before today that can be compared: the provider's search covers this many. */
export const settlementDays = 89
/** The largest numbers of payments and of differences in one comparison. */
export const settlementLimits = { payments: 20_000, differences: 500 } as const

const Settled = Type.Object({
  payments: Count('Payments of more than 0 KRW'),
  paid: Count('KRW'),
  refunds: Count('Payments that were refunded in full or in part'),
  refunded: Count('KRW'),
})

export const settlementDifferences = ['missingHere', 'missingAtProvider', 'otherAmount', 'owedReturn'] as const

const Difference = Type.Object({
  kind: Type.Enum([...settlementDifferences], {
    description:
      'missingHere: only the provider has it; missingAtProvider: only the ledger has it; otherAmount: both have it, with different amounts; owedReturn: the payment is or was owed to the member, and so is not in the ledger of the order unless it is the payment of the order',
  }),
  movement: Type.Enum(['paid', 'refunded']),
  merchantUid: Type.String({ examples: ['kc_0199a0c53c8070008000000000000001'] }),
  orderId: Nullable(Type.String({ format: 'uuid', description: 'null if no order has the `merchantUid`' })),
  paymentUid: Type.String({ description: 'The payment at the provider', examples: ['imp_123456789012'] }),
  providerAmount: Count('KRW at the provider; 0 if it has none'),
  ownAmount: Count('KRW in the ledger; 0 if it has none'),
})

const Settlement = Type.Object({
  date: CalendarDate,
  asOf: Instant,
  complete: Type.Boolean({
    description: `False if the provider has more than ${settlementLimits.payments.toLocaleString('en')} payments to compare, or responds too slowly: its sums are then too low, and the differences incomplete`,
  }),
  provider: Settled,
  own: Settled,
  differenceCount: Count('Number of all differences, while `differences` has only the largest'),
  differences: Type.Array(Difference, {
    description: `The largest differences, at most ${settlementLimits.differences}`,
  }),
})
export type Settlement = Typed<typeof Settlement>

const subscriptionQuery = statisticsQuery(['day', 'week', 'month', 'product'], { productId: Type.Optional(Id) })
const useQuery = statisticsQuery(['day', 'hour', 'week', 'month', 'store', 'product'], { storeId: Type.Optional(Id) })

const Month = (description: string) =>
  Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$', description, examples: ['2026-01'] })
const cohortQuery = Strict({
  from: Month('First month in Asia/Seoul'),
  to: Month('Last month of the range, inclusive'),
})

/** The numbers of months after the first subscription for which cohorts are counted. */
export const cohortMonths = [1, 2, 3, 6, 12] as const

const Cohort = Type.Object({
  month: Type.String({ examples: ['2026-01'] }),
  began: Count('Members whose first subscription began in the month, or will begin, as known now'),
  subscribed: Type.Array(
    Type.Object({
      months: Type.Integer({ description: 'Number of months after `month`' }),
      members: Nullable(
        Count('Members of `began` with an active subscription at the end of that month; null until it is over'),
      ),
      share: Nullable(Type.Number({ minimum: 0, maximum: 1, description: '`members` divided by `began`' })),
    }),
  ),
})

const noStore = 'No store has this id.'
const noProduct = 'No product has this id.'
const invalidRange = 'The range is longer than 10 years, has more than 2,000 periods or ends before it begins.'
const invalidMonths = 'The range has more than 120 months or ends before it begins.'

const moneyErrors = { STORE_NOT_FOUND: noStore, PRODUCT_NOT_FOUND: noProduct, VALIDATION_FAILED: invalidRange }

export const orderStatisticsOperations = {
  getMoneyFigures: {
    http: 'GET /admin/api/statistics/money',
    access: 'admin',
    permission: 'statistics.read',
    scope: 'stores',
    summary: 'Sum up payments, refunds and renewals by period, store, product or method',
    description: `Money counts when the provider moved it, even if KingCar recorded it later; an order belongs to the
      only store at which its product was valid when it was ordered, or to the group \`${severalStores}\`, which
      administrators of certain stores do not see. The method is that of the order's payment: \`unknown\` until it is
      known, and card for a renewal. ${howStatisticsCount}`,
    input: moneyQuery,
    result: Statistics(MoneyFigures),
    errors: moneyErrors,
  },
  exportMoneyFigures: {
    http: 'GET /admin/api/statistics/money/export',
    access: 'admin',
    permission: 'statistics.read',
    scope: 'stores',
    summary: 'Export figures of money as CSV',
    description: statisticsFile,
    input: moneyQuery,
    result: CsvPiece,
    response: 'csv',
    errors: moneyErrors,
  },
  compareSettlement: {
    http: 'GET /admin/api/statistics/settlement',
    access: 'admin',
    permission: 'statistics.read',
    scope: 'headOffice',
    summary: "Compare a day of the ledger with the provider's payments",
    description: `Compares what the provider reports as paid and returned on a day in Asia/Seoul, payment by payment, with the
      ledger. It changes nothing: differences of the last minutes are often payments that are being recorded.`,
    input: Strict({ date: CalendarDate }),
    timeoutSeconds: 15,
    result: Settlement,
    errors: {
      VALIDATION_FAILED: `The day is in the future or more than ${settlementDays} days ago.`,
      UNAVAILABLE: 'The provider does not respond.',
    },
  },
  getSubscriptionFigures: {
    http: 'GET /admin/api/statistics/subscriptions',
    access: 'admin',
    permission: 'statistics.read',
    scope: 'headOffice',
    summary: 'Count subscriptions by period or product',
    description: `A subscription is active from its start until it ends. It stays active while a renewal is unpaid, and
      until the end of the paid period after its renewal was stopped. ${howStatisticsCount}`,
    input: subscriptionQuery,
    result: Statistics(SubscriptionFigures),
    errors: { PRODUCT_NOT_FOUND: noProduct, VALIDATION_FAILED: invalidRange },
  },
  exportSubscriptionFigures: {
    http: 'GET /admin/api/statistics/subscriptions/export',
    access: 'admin',
    permission: 'statistics.read',
    scope: 'headOffice',
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
    permission: 'statistics.read',
    scope: 'stores',
    summary: 'Count uses of products by period, store or product',
    description: `A use counts at the time of the use; a later reversal changes the figures of that time. By product,
      uses are grouped by the product in the catalog that the member bought. ${howStatisticsCount}`,
    input: useQuery,
    result: Statistics(UseFigures),
    errors: { STORE_NOT_FOUND: noStore, VALIDATION_FAILED: invalidRange },
  },
  exportUseFigures: {
    http: 'GET /admin/api/statistics/uses/export',
    access: 'admin',
    permission: 'statistics.read',
    scope: 'stores',
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
    permission: 'statistics.read',
    scope: 'headOffice',
    summary: 'Follow members by the month in which they first subscribed',
    description: `A member belongs to the month in Asia/Seoul in which the first subscription of any product began. The
      share after 1 month is that of members with an active subscription at the end of the following month: a member
      who never renewed a monthly subscription has none. Subscriptions are active as in \`getSubscriptionFigures\`.`,
    input: cohortQuery,
    result: Type.Object({ asOf: Type.String({ format: 'date-time' }), rows: Type.Array(Cohort) }),
    errors: { VALIDATION_FAILED: invalidMonths },
  },
  exportSubscriptionCohorts: {
    http: 'GET /admin/api/statistics/cohorts/export',
    access: 'admin',
    permission: 'statistics.read',
    scope: 'headOffice',
    summary: 'Export cohorts of subscribers as CSV',
    description: 'The file is UTF-8 for spreadsheets, with Korean headings: a line for each month.',
    input: cohortQuery,
    result: CsvPiece,
    response: 'csv',
    errors: { VALIDATION_FAILED: invalidMonths },
  },
} as const satisfies Record<string, Spec>
