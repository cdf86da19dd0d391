// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * Order a product; the server sets the amount. `POST /api/orders`
 *
 * Errors: `PRODUCT_NOT_FOUND`, `CAR_NOT_FOUND`, `PRODUCT_NOT_ON_SALE`, `ALREADY_SUBSCRIBED`, `FREE_PRODUCT_LIMIT`, `COUPON_NOT_FOUND`, `COUPON_NOT_APPLICABLE`, `COUPON_USED_UP`, `RATE_LIMITED`, `CONFLICT`, `TOO_MANY_OPEN_ORDERS`, `VALIDATION_FAILED`.
 */
export const createOrder: Call<'orders', 'createOrder'> = {
  service: 'orders',
  name: 'createOrder',
  http: 'POST /api/orders',
  required: ['productId'],
  token: true,
}
/**
 * Calculate what an order of a product would cost you, and order nothing. `POST /api/orders/price`
 *
 * Errors: `PRODUCT_NOT_FOUND`, `PRODUCT_NOT_ON_SALE`, `COUPON_NOT_FOUND`, `COUPON_NOT_APPLICABLE`, `COUPON_USED_UP`, `RATE_LIMITED`.
 */
export const priceOrder: Call<'orders', 'priceOrder'> = {
  service: 'orders',
  name: 'priceOrder',
  http: 'POST /api/orders/price',
  required: ['productId'],
  token: true,
}
/**
 * List your orders, newest first. `GET /api/orders`
 */
export const listMyOrders: Call<'orders', 'listMyOrders'> = {
  service: 'orders',
  name: 'listMyOrders',
  http: 'GET /api/orders',
  required: [],
  token: true,
}
/**
 * Get one of your orders. `GET /api/orders/{orderId}`
 *
 * Errors: `ORDER_NOT_FOUND`.
 */
export const getMyOrder: Call<'orders', 'getMyOrder'> = {
  service: 'orders',
  name: 'getMyOrder',
  http: 'GET /api/orders/{orderId}',
  required: ['orderId'],
  token: true,
}
/**
 * Cancel one of your unpaid orders. `POST /api/orders/{orderId}/cancel`
 *
 * Errors: `ORDER_NOT_FOUND`, `ORDER_STATE_INVALID`, `CONFLICT`.
 */
export const cancelOrder: Call<'orders', 'cancelOrder'> = {
  service: 'orders',
  name: 'cancelOrder',
  http: 'POST /api/orders/{orderId}/cancel',
  required: ['orderId'],
  token: true,
}
/**
 * Refund an unused order within the days of the setting orders.refundDays. `POST /api/orders/{orderId}/refund`
 *
 * Errors: `ORDER_NOT_FOUND`, `ORDER_NOT_REFUNDABLE`, `ORDER_STATE_INVALID`, `VALIDATION_FAILED`, `CONFLICT`, `UNAVAILABLE`.
 */
export const refundMyOrder: Call<'orders', 'refundMyOrder'> = {
  service: 'orders',
  name: 'refundMyOrder',
  http: 'POST /api/orders/{orderId}/refund',
  required: ['orderId'],
  token: true,
}
/**
 * The payment provider's notice; its content is not trusted, the payment is looked up. `POST /api/orders/webhook`
 */
export const receivePaymentWebhook: Call<'orders', 'receivePaymentWebhook'> = {
  service: 'orders',
  name: 'receivePaymentWebhook',
  http: 'POST /api/orders/webhook',
  required: ['imp_uid', 'merchant_uid', 'status'],
  token: false,
}
/**
 * The payment provider's signed notice by its API V2; the payment is looked up. `POST /api/orders/webhook/v2`
 *
 * Errors: `WEBHOOK_SIGNATURE_INVALID`.
 */
export const receiveSignedPaymentWebhook: Call<'orders', 'receiveSignedPaymentWebhook'> = {
  service: 'orders',
  name: 'receiveSignedPaymentWebhook',
  http: 'POST /api/orders/webhook/v2',
  required: ['type', 'data'],
  token: false,
}
/**
 * Search orders. `GET /admin/api/orders`
 */
export const listOrders: Call<'orders', 'listOrders'> = {
  service: 'orders',
  name: 'listOrders',
  http: 'GET /admin/api/orders',
  required: [],
  token: true,
}
/**
 * Count orders and add up their amounts. `GET /admin/api/orders/totals`
 */
export const countOrders: Call<'orders', 'countOrders'> = {
  service: 'orders',
  name: 'countOrders',
  http: 'GET /admin/api/orders/totals',
  required: [],
  token: true,
}
/**
 * Export orders as CSV. `GET /admin/api/orders/export`
 */
export const exportOrders: Call<'orders', 'exportOrders'> = {
  service: 'orders',
  name: 'exportOrders',
  http: 'GET /admin/api/orders/export',
  required: [],
  token: true,
  headers: { reason: 'X-Reason' },
  response: 'file',
}
/**
 * Sum up payments and refunds by day or month in Asia/Seoul. `GET /admin/api/orders/revenue`
 *
 * Errors: `VALIDATION_FAILED`.
 */
export const getRevenue: Call<'orders', 'getRevenue'> = {
  service: 'orders',
  name: 'getRevenue',
  http: 'GET /admin/api/orders/revenue',
  required: ['from', 'to'],
  token: true,
}
/**
 * Get one order with its timeline. `GET /admin/api/orders/{orderId}`
 *
 * Errors: `ORDER_NOT_FOUND`.
 */
export const getOrder: Call<'orders', 'getOrder'> = {
  service: 'orders',
  name: 'getOrder',
  http: 'GET /admin/api/orders/{orderId}',
  required: ['orderId'],
  token: true,
}
/**
 * Refund an order in full or in part; a full refund ends its product. `POST /admin/api/orders/{orderId}/refund`
 *
 * Errors: `FRESH_SIGN_IN_REQUIRED`, `ORDER_NOT_FOUND`, `ORDER_STATE_INVALID`, `VALIDATION_FAILED`, `ORDER_NOT_REFUNDABLE`, `AMOUNT_EXCEEDS_PAID`, `CONFLICT`, `UNAVAILABLE`.
 */
export const refundOrder: Call<'orders', 'refundOrder'> = {
  service: 'orders',
  name: 'refundOrder',
  http: 'POST /admin/api/orders/{orderId}/refund',
  required: ['orderId', 'reason'],
  token: true,
}
/**
 * Issue a cash receipt for a sale at the counter that has none. `POST /admin/api/orders/{orderId}/cashReceipt`
 *
 * Errors: `ORDER_NOT_FOUND`, `ORDER_STATE_INVALID`, `VALIDATION_FAILED`.
 */
export const issueCashReceipt: Call<'orders', 'issueCashReceipt'> = {
  service: 'orders',
  name: 'issueCashReceipt',
  http: 'POST /admin/api/orders/{orderId}/cashReceipt',
  required: ['orderId', 'kind', 'identifier'],
  token: true,
}
