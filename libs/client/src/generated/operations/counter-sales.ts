// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/**
 * Sell a product to a member at the counter of a store. `POST /admin/api/counterSales`
 * Errors: `MEMBER_NOT_FOUND`, `PRODUCT_NOT_FOUND`, `STORE_NOT_FOUND`, `PRODUCT_NOT_ON_SALE`, `COUPON_NOT_FOUND`, `COUPON_NOT_APPLICABLE`, `COUPON_USED_UP`, `RATE_LIMITED`, `CAR_NOT_FOUND`, `AMOUNT_MISMATCH`, `ALREADY_SUBSCRIBED`, `FREE_PRODUCT_LIMIT`, `CONFLICT`, `VALIDATION_FAILED`.
 */
export const sellProduct = call('orders', 'sellProduct', 'POST /admin/api/counterSales', [
  'memberId',
  'productId',
  'storeId',
  'method',
  'amount',
])
/**
 * Calculate what a sale at the counter would cost a member, and sell nothing. `POST /admin/api/counterSales/price`
 * Errors: `MEMBER_NOT_FOUND`, `PRODUCT_NOT_FOUND`, `STORE_NOT_FOUND`, `PRODUCT_NOT_ON_SALE`, `COUPON_NOT_FOUND`, `COUPON_NOT_APPLICABLE`, `COUPON_USED_UP`, `RATE_LIMITED`.
 */
export const priceCounterSale = call('orders', 'priceCounterSale', 'POST /admin/api/counterSales/price', [
  'memberId',
  'productId',
  'storeId',
])
/**
 * List the cars of a member for a sale at the counter. `GET /admin/api/counterSales/cars`
 * Errors: `MEMBER_NOT_FOUND`.
 */
export const listCounterCars = call('orders', 'listCounterCars', 'GET /admin/api/counterSales/cars', ['memberId'])
