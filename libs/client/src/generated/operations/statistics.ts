// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/**
 * Sum up payments, refunds and renewals by period, store, product or method. `GET /admin/api/statistics/money`
 * Errors: `STORE_NOT_FOUND`, `PRODUCT_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const getMoneyFigures = call('orders', 'getMoneyFigures', 'GET /admin/api/statistics/money', ['from', 'to'])
/**
 * Export figures of money as CSV. `GET /admin/api/statistics/money/export`
 * Errors: `STORE_NOT_FOUND`, `PRODUCT_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const exportMoneyFigures = call(
  'orders',
  'exportMoneyFigures',
  'GET /admin/api/statistics/money/export',
  ['from', 'to'],
  { response: 'file' },
)
/**
 * Compare a day of the ledger with the provider's payments. `GET /admin/api/statistics/settlement`
 * Errors: `VALIDATION_FAILED`, `UNAVAILABLE`.
 */
export const compareSettlement = call('orders', 'compareSettlement', 'GET /admin/api/statistics/settlement', ['date'])
/**
 * Count subscriptions by period or product. `GET /admin/api/statistics/subscriptions`
 * Errors: `PRODUCT_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const getSubscriptionFigures = call(
  'orders',
  'getSubscriptionFigures',
  'GET /admin/api/statistics/subscriptions',
  ['from', 'to'],
)
/**
 * Export figures of subscriptions as CSV. `GET /admin/api/statistics/subscriptions/export`
 * Errors: `PRODUCT_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const exportSubscriptionFigures = call(
  'orders',
  'exportSubscriptionFigures',
  'GET /admin/api/statistics/subscriptions/export',
  ['from', 'to'],
  { response: 'file' },
)
/**
 * Count uses of products by period, store or product. `GET /admin/api/statistics/uses`
 * Errors: `STORE_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const getUseFigures = call('orders', 'getUseFigures', 'GET /admin/api/statistics/uses', ['from', 'to'])
/**
 * Export figures of uses as CSV. `GET /admin/api/statistics/uses/export`
 * Errors: `STORE_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const exportUseFigures = call(
  'orders',
  'exportUseFigures',
  'GET /admin/api/statistics/uses/export',
  ['from', 'to'],
  { response: 'file' },
)
/**
 * Follow members by the month in which they first subscribed. `GET /admin/api/statistics/cohorts`
 * Errors: `VALIDATION_FAILED`.
 */
export const getSubscriptionCohorts = call('orders', 'getSubscriptionCohorts', 'GET /admin/api/statistics/cohorts', [
  'from',
  'to',
])
/** Export cohorts of subscribers as CSV. `GET /admin/api/statistics/cohorts/export` Errors: `VALIDATION_FAILED`. */
export const exportSubscriptionCohorts = call(
  'orders',
  'exportSubscriptionCohorts',
  'GET /admin/api/statistics/cohorts/export',
  ['from', 'to'],
  { response: 'file' },
)
/**
 * Count visits by period or store. `GET /admin/api/statistics/visits`
 * Errors: `STORE_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const getVisitFigures = call('recognition', 'getVisitFigures', 'GET /admin/api/statistics/visits', [
  'from',
  'to',
])
/**
 * Export figures of visits as CSV. `GET /admin/api/statistics/visits/export`
 * Errors: `STORE_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const exportVisitFigures = call(
  'recognition',
  'exportVisitFigures',
  'GET /admin/api/statistics/visits/export',
  ['from', 'to'],
  { response: 'file' },
)
