// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/** Search products of members. `GET /admin/api/userProducts` */
export const listUserProducts = call('orders', 'listUserProducts', 'GET /admin/api/userProducts')
/** Count products of members. `GET /admin/api/userProducts/totals` */
export const countUserProducts = call('orders', 'countUserProducts', 'GET /admin/api/userProducts/totals')
/** Export products of members as CSV. `GET /admin/api/userProducts/export` */
export const exportUserProducts = call('orders', 'exportUserProducts', 'GET /admin/api/userProducts/export', [], {
  headers: { reason: 'X-Reason' },
  response: 'file',
})
/**
 * Grant a product to a member without an order; a subscription lasts one period. `POST /admin/api/userProducts`
 * Errors: `MEMBER_NOT_FOUND`, `PRODUCT_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const grantUserProduct = call('orders', 'grantUserProduct', 'POST /admin/api/userProducts', [
  'memberId',
  'productId',
  'reason',
])
/**
 * Bind a product of a member to another car of the member, at any time. `PATCH /admin/api/userProducts/{id}`
 * Errors: `USER_PRODUCT_NOT_FOUND`, `CAR_NOT_FOUND`, `USER_PRODUCT_STATE_INVALID`.
 */
export const moveUserProduct = call('orders', 'moveUserProduct', 'PATCH /admin/api/userProducts/{id}', ['id', 'carId'])
/**
 * Withdraw a product from a member without a refund. `POST /admin/api/userProducts/{id}/cancel`
 * Errors: `USER_PRODUCT_NOT_FOUND`, `USER_PRODUCT_STATE_INVALID`.
 */
export const cancelUserProduct = call('orders', 'cancelUserProduct', 'POST /admin/api/userProducts/{id}/cancel', [
  'id',
  'reason',
])
/**
 * Stop the renewal of a member's subscription at the end of its period. `POST /admin/api/userProducts/{id}/stop`
 * Errors: `USER_PRODUCT_NOT_FOUND`, `USER_PRODUCT_STATE_INVALID`.
 */
export const stopUserProduct = call('orders', 'stopUserProduct', 'POST /admin/api/userProducts/{id}/stop', [
  'id',
  'reason',
])
/**
 * Resume the renewal of a member's subscription that was stopped. `POST /admin/api/userProducts/{id}/resume`
 * Errors: `USER_PRODUCT_NOT_FOUND`, `USER_PRODUCT_STATE_INVALID`.
 */
export const resumeUserProduct = call('orders', 'resumeUserProduct', 'POST /admin/api/userProducts/{id}/resume', [
  'id',
  'reason',
])
/**
 * Pause a member's subscription. `POST /admin/api/userProducts/{id}/pause`
 * Errors: `USER_PRODUCT_NOT_FOUND`, `USER_PRODUCT_STATE_INVALID`, `CONFLICT`.
 */
export const pauseUserProduct = call('orders', 'pauseUserProduct', 'POST /admin/api/userProducts/{id}/pause', [
  'id',
  'days',
  'reason',
])
/**
 * End the pause of a member's subscription. `POST /admin/api/userProducts/{id}/unpause`
 * Errors: `USER_PRODUCT_NOT_FOUND`, `USER_PRODUCT_STATE_INVALID`.
 */
export const unpauseUserProduct = call('orders', 'unpauseUserProduct', 'POST /admin/api/userProducts/{id}/unpause', [
  'id',
  'reason',
])
/**
 * Change a member's subscription to another plan, now or at the end of its period. `POST /admin/api/userProducts/{id}/change`
 * Errors: `PAYMENT_FAILED`, `CARD_NOT_FOUND`, `AMOUNT_MISMATCH`, `CREDIT_EXCEEDS_PRICE`, `UNAVAILABLE`, `USER_PRODUCT_NOT_FOUND`, `USER_PRODUCT_STATE_INVALID`, `CONFLICT`, `PRODUCT_NOT_FOUND`, `PRODUCT_NOT_ON_SALE`, `ALREADY_SUBSCRIBED`, `VALIDATION_FAILED`.
 */
export const changeUserProductPlan = call(
  'orders',
  'changeUserProductPlan',
  'POST /admin/api/userProducts/{id}/change',
  ['id', 'productId', 'reason'],
)
/**
 * Get what a change of a member's subscription to another plan costs. `GET /admin/api/userProducts/{id}/change`
 * Errors: `USER_PRODUCT_NOT_FOUND`, `USER_PRODUCT_STATE_INVALID`, `CONFLICT`, `PRODUCT_NOT_FOUND`, `PRODUCT_NOT_ON_SALE`, `ALREADY_SUBSCRIBED`, `VALIDATION_FAILED`.
 */
export const getUserProductChange = call('orders', 'getUserProductChange', 'GET /admin/api/userProducts/{id}/change', [
  'id',
  'productId',
])
/**
 * Charge the unpaid renewal of a member's subscription now. `POST /admin/api/userProducts/{id}/retryPayment`
 * Errors: `PAYMENT_FAILED`, `USER_PRODUCT_NOT_FOUND`, `USER_PRODUCT_STATE_INVALID`, `CARD_NOT_FOUND`, `CONFLICT`, `RATE_LIMITED`, `UNAVAILABLE`.
 */
export const retryUserProductPayment = call(
  'orders',
  'retryUserProductPayment',
  'POST /admin/api/userProducts/{id}/retryPayment',
  ['id', 'reason'],
)
/**
 * Record a member's answer to a raised price that was given in person. `POST /admin/api/userProducts/{id}/priceChange`
 * Errors: `USER_PRODUCT_NOT_FOUND`, `USER_PRODUCT_STATE_INVALID`, `PRICE_CHANGED`, `PRICE_CONSENT_TOO_EARLY`, `CONFLICT`, `RATE_LIMITED`.
 */
export const recordPriceAnswer = call('orders', 'recordPriceAnswer', 'POST /admin/api/userProducts/{id}/priceChange', [
  'id',
  'answer',
  'price',
  'textVersion',
  'reason',
])
