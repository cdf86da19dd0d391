// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * Search what members have. `GET /admin/api/userProducts`
 */
export const listUserProducts: Call<'orders', 'listUserProducts'> = {
  service: 'orders',
  name: 'listUserProducts',
  http: 'GET /admin/api/userProducts',
  required: [],
  token: true,
}
/**
 * The list of user products as CSV. `GET /admin/api/userProducts/export`
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
 * Give a member a product without an order, a subscription for one period. `POST /admin/api/userProducts`
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
 * Take a product back from a member; nothing is paid back. `POST /admin/api/userProducts/{id}/cancel`
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
