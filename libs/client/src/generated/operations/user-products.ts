// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * Search products of members. `GET /admin/api/userProducts`
 */
export const listUserProducts: Call<'orders', 'listUserProducts'> = {
  service: 'orders',
  name: 'listUserProducts',
  http: 'GET /admin/api/userProducts',
  required: [],
  token: true,
}
/**
 * Count products of members. `GET /admin/api/userProducts/totals`
 */
export const countUserProducts: Call<'orders', 'countUserProducts'> = {
  service: 'orders',
  name: 'countUserProducts',
  http: 'GET /admin/api/userProducts/totals',
  required: [],
  token: true,
}
/**
 * Export products of members as CSV. `GET /admin/api/userProducts/export`
 */
export const exportUserProducts: Call<'orders', 'exportUserProducts'> = {
  service: 'orders',
  name: 'exportUserProducts',
  http: 'GET /admin/api/userProducts/export',
  required: [],
  token: true,
  headers: { reason: 'X-Reason' },
  response: 'file',
}
/**
 * Grant a product to a member without an order; a subscription lasts one period. `POST /admin/api/userProducts`
 *
 * Errors: `MEMBER_NOT_FOUND`, `PRODUCT_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const grantUserProduct: Call<'orders', 'grantUserProduct'> = {
  service: 'orders',
  name: 'grantUserProduct',
  http: 'POST /admin/api/userProducts',
  required: ['memberId', 'productId', 'reason'],
  token: true,
}
/**
 * Bind a product of a member to another car of the member, at any time. `PATCH /admin/api/userProducts/{id}`
 *
 * Errors: `USER_PRODUCT_NOT_FOUND`, `CAR_NOT_FOUND`, `USER_PRODUCT_STATE_INVALID`.
 */
export const moveUserProduct: Call<'orders', 'moveUserProduct'> = {
  service: 'orders',
  name: 'moveUserProduct',
  http: 'PATCH /admin/api/userProducts/{id}',
  required: ['id', 'carId'],
  token: true,
}
/**
 * Withdraw a product from a member without a refund. `POST /admin/api/userProducts/{id}/cancel`
 *
 * Errors: `USER_PRODUCT_NOT_FOUND`, `USER_PRODUCT_STATE_INVALID`.
 */
export const cancelUserProduct: Call<'orders', 'cancelUserProduct'> = {
  service: 'orders',
  name: 'cancelUserProduct',
  http: 'POST /admin/api/userProducts/{id}/cancel',
  required: ['id', 'reason'],
  token: true,
}
/**
 * Stop the renewal of a member's subscription at the end of its period. `POST /admin/api/userProducts/{id}/stop`
 *
 * Errors: `USER_PRODUCT_NOT_FOUND`, `USER_PRODUCT_STATE_INVALID`.
 */
export const stopUserProduct: Call<'orders', 'stopUserProduct'> = {
  service: 'orders',
  name: 'stopUserProduct',
  http: 'POST /admin/api/userProducts/{id}/stop',
  required: ['id', 'reason'],
  token: true,
}
/**
 * Resume the renewal of a member's subscription that was stopped. `POST /admin/api/userProducts/{id}/resume`
 *
 * Errors: `USER_PRODUCT_NOT_FOUND`, `USER_PRODUCT_STATE_INVALID`.
 */
export const resumeUserProduct: Call<'orders', 'resumeUserProduct'> = {
  service: 'orders',
  name: 'resumeUserProduct',
  http: 'POST /admin/api/userProducts/{id}/resume',
  required: ['id', 'reason'],
  token: true,
}
/**
 * Pause a member's subscription. `POST /admin/api/userProducts/{id}/pause`
 *
 * Errors: `USER_PRODUCT_NOT_FOUND`, `USER_PRODUCT_STATE_INVALID`, `CONFLICT`.
 */
export const pauseUserProduct: Call<'orders', 'pauseUserProduct'> = {
  service: 'orders',
  name: 'pauseUserProduct',
  http: 'POST /admin/api/userProducts/{id}/pause',
  required: ['id', 'days', 'reason'],
  token: true,
}
/**
 * End the pause of a member's subscription. `POST /admin/api/userProducts/{id}/unpause`
 *
 * Errors: `USER_PRODUCT_NOT_FOUND`, `USER_PRODUCT_STATE_INVALID`.
 */
export const unpauseUserProduct: Call<'orders', 'unpauseUserProduct'> = {
  service: 'orders',
  name: 'unpauseUserProduct',
  http: 'POST /admin/api/userProducts/{id}/unpause',
  required: ['id', 'reason'],
  token: true,
}
/**
 * Change a member's subscription to another plan, now or at the end of its period. `POST /admin/api/userProducts/{id}/change`
 *
 * Errors: `PAYMENT_FAILED`, `CARD_NOT_FOUND`, `AMOUNT_MISMATCH`, `CREDIT_EXCEEDS_PRICE`, `UNAVAILABLE`, `USER_PRODUCT_NOT_FOUND`, `USER_PRODUCT_STATE_INVALID`, `CONFLICT`, `PRODUCT_NOT_FOUND`, `PRODUCT_NOT_ON_SALE`, `ALREADY_SUBSCRIBED`, `VALIDATION_FAILED`.
 */
export const changeUserProductPlan: Call<'orders', 'changeUserProductPlan'> = {
  service: 'orders',
  name: 'changeUserProductPlan',
  http: 'POST /admin/api/userProducts/{id}/change',
  required: ['id', 'productId', 'reason'],
  token: true,
}
/**
 * Get what a change of a member's subscription to another plan costs. `GET /admin/api/userProducts/{id}/change`
 *
 * Errors: `USER_PRODUCT_NOT_FOUND`, `USER_PRODUCT_STATE_INVALID`, `CONFLICT`, `PRODUCT_NOT_FOUND`, `PRODUCT_NOT_ON_SALE`, `ALREADY_SUBSCRIBED`, `VALIDATION_FAILED`.
 */
export const getUserProductChange: Call<'orders', 'getUserProductChange'> = {
  service: 'orders',
  name: 'getUserProductChange',
  http: 'GET /admin/api/userProducts/{id}/change',
  required: ['id', 'productId'],
  token: true,
}
/**
 * Charge the unpaid renewal of a member's subscription now. `POST /admin/api/userProducts/{id}/retryPayment`
 *
 * Errors: `PAYMENT_FAILED`, `USER_PRODUCT_NOT_FOUND`, `USER_PRODUCT_STATE_INVALID`, `CARD_NOT_FOUND`, `CONFLICT`, `RATE_LIMITED`, `UNAVAILABLE`.
 */
export const retryUserProductPayment: Call<'orders', 'retryUserProductPayment'> = {
  service: 'orders',
  name: 'retryUserProductPayment',
  http: 'POST /admin/api/userProducts/{id}/retryPayment',
  required: ['id', 'reason'],
  token: true,
}
/**
 * Record a member's answer to a raised price that was given in person. `POST /admin/api/userProducts/{id}/priceChange`
 *
 * Errors: `USER_PRODUCT_NOT_FOUND`, `USER_PRODUCT_STATE_INVALID`, `PRICE_CHANGED`, `PRICE_CONSENT_TOO_EARLY`, `CONFLICT`, `RATE_LIMITED`.
 */
export const recordPriceAnswer: Call<'orders', 'recordPriceAnswer'> = {
  service: 'orders',
  name: 'recordPriceAnswer',
  http: 'POST /admin/api/userProducts/{id}/priceChange',
  required: ['id', 'answer', 'price', 'textVersion', 'reason'],
  token: true,
}
