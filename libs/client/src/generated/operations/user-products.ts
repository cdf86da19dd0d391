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
 * Export products of members as CSV. `GET /admin/api/userProducts/export`
 */
export const exportUserProducts: Call<'orders', 'exportUserProducts'> = {
  service: 'orders',
  name: 'exportUserProducts',
  http: 'GET /admin/api/userProducts/export',
  required: [],
  token: true,
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
