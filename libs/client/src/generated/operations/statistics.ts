// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * Sum up payments, refunds and renewals by period, store, product or method. `GET /admin/api/statistics/money`
 *
 * Errors: `STORE_NOT_FOUND`, `PRODUCT_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const getMoneyFigures: Call<'orders', 'getMoneyFigures'> = {
  service: 'orders',
  name: 'getMoneyFigures',
  http: 'GET /admin/api/statistics/money',
  required: ['from', 'to'],
  token: true,
}
/**
 * Export figures of money as CSV. `GET /admin/api/statistics/money/export`
 *
 * Errors: `STORE_NOT_FOUND`, `PRODUCT_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const exportMoneyFigures: Call<'orders', 'exportMoneyFigures'> = {
  service: 'orders',
  name: 'exportMoneyFigures',
  http: 'GET /admin/api/statistics/money/export',
  required: ['from', 'to'],
  token: true,
  response: 'file',
}
/**
 * Compare a day of the ledger with the provider's payments. `GET /admin/api/statistics/settlement`
 *
 * Errors: `VALIDATION_FAILED`, `UNAVAILABLE`.
 */
export const compareSettlement: Call<'orders', 'compareSettlement'> = {
  service: 'orders',
  name: 'compareSettlement',
  http: 'GET /admin/api/statistics/settlement',
  required: ['date'],
  token: true,
}
/**
 * Count subscriptions by period or product. `GET /admin/api/statistics/subscriptions`
 *
 * Errors: `PRODUCT_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const getSubscriptionFigures: Call<'orders', 'getSubscriptionFigures'> = {
  service: 'orders',
  name: 'getSubscriptionFigures',
  http: 'GET /admin/api/statistics/subscriptions',
  required: ['from', 'to'],
  token: true,
}
/**
 * Export figures of subscriptions as CSV. `GET /admin/api/statistics/subscriptions/export`
 *
 * Errors: `PRODUCT_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const exportSubscriptionFigures: Call<'orders', 'exportSubscriptionFigures'> = {
  service: 'orders',
  name: 'exportSubscriptionFigures',
  http: 'GET /admin/api/statistics/subscriptions/export',
  required: ['from', 'to'],
  token: true,
  response: 'file',
}
/**
 * Count uses of products by period, store or product. `GET /admin/api/statistics/uses`
 *
 * Errors: `STORE_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const getUseFigures: Call<'orders', 'getUseFigures'> = {
  service: 'orders',
  name: 'getUseFigures',
  http: 'GET /admin/api/statistics/uses',
  required: ['from', 'to'],
  token: true,
}
/**
 * Export figures of uses as CSV. `GET /admin/api/statistics/uses/export`
 *
 * Errors: `STORE_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const exportUseFigures: Call<'orders', 'exportUseFigures'> = {
  service: 'orders',
  name: 'exportUseFigures',
  http: 'GET /admin/api/statistics/uses/export',
  required: ['from', 'to'],
  token: true,
  response: 'file',
}
/**
 * Follow members by the month in which they first subscribed. `GET /admin/api/statistics/cohorts`
 *
 * Errors: `VALIDATION_FAILED`.
 */
export const getSubscriptionCohorts: Call<'orders', 'getSubscriptionCohorts'> = {
  service: 'orders',
  name: 'getSubscriptionCohorts',
  http: 'GET /admin/api/statistics/cohorts',
  required: ['from', 'to'],
  token: true,
}
/**
 * Export cohorts of subscribers as CSV. `GET /admin/api/statistics/cohorts/export`
 *
 * Errors: `VALIDATION_FAILED`.
 */
export const exportSubscriptionCohorts: Call<'orders', 'exportSubscriptionCohorts'> = {
  service: 'orders',
  name: 'exportSubscriptionCohorts',
  http: 'GET /admin/api/statistics/cohorts/export',
  required: ['from', 'to'],
  token: true,
  response: 'file',
}
/**
 * Count visits by period or store. `GET /admin/api/statistics/visits`
 *
 * Errors: `STORE_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const getVisitFigures: Call<'recognition', 'getVisitFigures'> = {
  service: 'recognition',
  name: 'getVisitFigures',
  http: 'GET /admin/api/statistics/visits',
  required: ['from', 'to'],
  token: true,
}
/**
 * Export figures of visits as CSV. `GET /admin/api/statistics/visits/export`
 *
 * Errors: `STORE_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const exportVisitFigures: Call<'recognition', 'exportVisitFigures'> = {
  service: 'recognition',
  name: 'exportVisitFigures',
  http: 'GET /admin/api/statistics/visits/export',
  required: ['from', 'to'],
  token: true,
  response: 'file',
}
