// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * Create a coupon that makes orders cost less. `POST /admin/api/coupons`
 *
 * Errors: `COUPON_CODE_TAKEN`, `COUPON_LIMIT`, `VALIDATION_FAILED`.
 */
export const createCoupon: Call<'orders', 'createCoupon'> = {
  service: 'orders',
  name: 'createCoupon',
  http: 'POST /admin/api/coupons',
  required: ['name'],
  token: true,
}
/**
 * List coupons with what they were used for. `GET /admin/api/coupons`
 */
export const listCoupons: Call<'orders', 'listCoupons'> = {
  service: 'orders',
  name: 'listCoupons',
  http: 'GET /admin/api/coupons',
  required: [],
  token: true,
}
/**
 * Get one coupon. `GET /admin/api/coupons/{id}`
 *
 * Errors: `COUPON_NOT_FOUND`.
 */
export const getCoupon: Call<'orders', 'getCoupon'> = {
  service: 'orders',
  name: 'getCoupon',
  http: 'GET /admin/api/coupons/{id}',
  required: ['id'],
  token: true,
}
/**
 * Change a coupon. `PATCH /admin/api/coupons/{id}`
 *
 * Errors: `COUPON_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const updateCoupon: Call<'orders', 'updateCoupon'> = {
  service: 'orders',
  name: 'updateCoupon',
  http: 'PATCH /admin/api/coupons/{id}',
  required: ['id'],
  token: true,
}
/**
 * End a coupon. `POST /admin/api/coupons/{id}/end`
 *
 * Errors: `COUPON_NOT_FOUND`.
 */
export const endCoupon: Call<'orders', 'endCoupon'> = {
  service: 'orders',
  name: 'endCoupon',
  http: 'POST /admin/api/coupons/{id}/end',
  required: ['id'],
  token: true,
}
/**
 * Delete a coupon that no order has had. `DELETE /admin/api/coupons/{id}`
 *
 * Errors: `COUPON_NOT_FOUND`, `IN_USE`.
 */
export const deleteCoupon: Call<'orders', 'deleteCoupon'> = {
  service: 'orders',
  name: 'deleteCoupon',
  http: 'DELETE /admin/api/coupons/{id}',
  required: ['id'],
  token: true,
}
