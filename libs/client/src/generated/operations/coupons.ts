// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/**
 * Create a coupon that makes orders cost less. `POST /admin/api/coupons`
 * Errors: `COUPON_CODE_TAKEN`, `COUPON_LIMIT`, `VALIDATION_FAILED`.
 */
export const createCoupon = call('orders', 'createCoupon', 'POST /admin/api/coupons', ['name'])
/** List coupons with what they were used for. `GET /admin/api/coupons` */
export const listCoupons = call('orders', 'listCoupons', 'GET /admin/api/coupons')
/** Get one coupon. `GET /admin/api/coupons/{id}` Errors: `COUPON_NOT_FOUND`. */
export const getCoupon = call('orders', 'getCoupon', 'GET /admin/api/coupons/{id}', ['id'])
/** Change a coupon. `PATCH /admin/api/coupons/{id}` Errors: `COUPON_NOT_FOUND`, `VALIDATION_FAILED`. */
export const updateCoupon = call('orders', 'updateCoupon', 'PATCH /admin/api/coupons/{id}', ['id'])
/** End a coupon. `POST /admin/api/coupons/{id}/end` Errors: `COUPON_NOT_FOUND`. */
export const endCoupon = call('orders', 'endCoupon', 'POST /admin/api/coupons/{id}/end', ['id'])
/** Delete a coupon that no order has had. `DELETE /admin/api/coupons/{id}` Errors: `COUPON_NOT_FOUND`, `IN_USE`. */
export const deleteCoupon = call('orders', 'deleteCoupon', 'DELETE /admin/api/coupons/{id}', ['id'])
