// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * Sell a product to a member at the counter of a store. `POST /admin/api/counterSales`
 *
 * Errors: `MEMBER_NOT_FOUND`, `PRODUCT_NOT_FOUND`, `STORE_NOT_FOUND`, `CAR_NOT_FOUND`, `PRODUCT_NOT_ON_SALE`, `AMOUNT_MISMATCH`, `ALREADY_SUBSCRIBED`, `CONFLICT`, `VALIDATION_FAILED`.
 */
export const sellProduct: Call<'orders', 'sellProduct'> = {
  service: 'orders',
  name: 'sellProduct',
  http: 'POST /admin/api/counterSales',
  required: ['memberId', 'productId', 'storeId', 'method', 'amount'],
  token: true,
}
/**
 * List the cars of a member for a sale at the counter. `GET /admin/api/counterSales/cars`
 *
 * Errors: `MEMBER_NOT_FOUND`.
 */
export const listCounterCars: Call<'orders', 'listCounterCars'> = {
  service: 'orders',
  name: 'listCounterCars',
  http: 'GET /admin/api/counterSales/cars',
  required: ['memberId'],
  token: true,
}
