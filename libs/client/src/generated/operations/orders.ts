// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * Order a product; the server alone sets the amount. `POST /api/orders`
 *
 * Errors: `PRODUCT_NOT_FOUND`, `CAR_NOT_FOUND`, `PRODUCT_NOT_ON_SALE`.
 */
export const createOrder: Call<'orders', 'createOrder'> = {
  service: 'orders',
  name: 'createOrder',
  http: 'POST /api/orders',
  required: ['productId'],
  token: true,
}
/**
 * Your orders, the newest first. `GET /api/orders`
 */
export const listMyOrders: Call<'orders', 'listMyOrders'> = {
  service: 'orders',
  name: 'listMyOrders',
  http: 'GET /api/orders',
  required: [],
  token: true,
}
/**
 * One of your orders. `GET /api/orders/{orderId}`
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
 * Cancel one of your orders that is not paid yet. `POST /api/orders/{orderId}/cancel`
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
 * Take back an unused order within the days of the setting orders.refundDays. `POST /api/orders/{orderId}/refund`
 *
 * Errors: `ORDER_NOT_FOUND`, `ORDER_NOT_REFUNDABLE`, `ORDER_STATE_INVALID`, `CONFLICT`, `UNAVAILABLE`.
 */
export const refundMyOrder: Call<'orders', 'refundMyOrder'> = {
  service: 'orders',
  name: 'refundMyOrder',
  http: 'POST /api/orders/{orderId}/refund',
  required: ['orderId'],
  token: true,
}
/**
 * The payment provider's notice; nothing in it is believed, the payment is looked up. `POST /api/orders/webhook`
 */
export const receivePaymentWebhook: Call<'orders', 'receivePaymentWebhook'> = {
  service: 'orders',
  name: 'receivePaymentWebhook',
  http: 'POST /api/orders/webhook',
  required: ['imp_uid', 'merchant_uid', 'status'],
  token: false,
}
/**
 * Search orders: by id, merchantUid, or what their member is found by. `GET /admin/api/orders`
 */
export const listOrders: Call<'orders', 'listOrders'> = {
  service: 'orders',
  name: 'listOrders',
  http: 'GET /admin/api/orders',
  required: [],
  token: true,
}
/**
 * The list of orders as CSV. `GET /admin/api/orders/export`
 */
export const exportOrders: Call<'orders', 'exportOrders'> = {
  service: 'orders',
  name: 'exportOrders',
  http: 'GET /admin/api/orders/export',
  required: [],
  token: true,
  response: 'file',
}
/**
 * What was paid and refunded, by day or month in Asia/Seoul. `GET /admin/api/orders/revenue`
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
 * One order with its timeline. `GET /admin/api/orders/{orderId}`
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
 * Refund an order, in whole or in part; what is refunded in whole ends its product. `POST /admin/api/orders/{orderId}/refund`
 *
 * Errors: `ORDER_NOT_FOUND`, `ORDER_STATE_INVALID`, `ORDER_NOT_REFUNDABLE`, `AMOUNT_EXCEEDS_PAID`, `CONFLICT`, `UNAVAILABLE`.
 */
export const refundOrder: Call<'orders', 'refundOrder'> = {
  service: 'orders',
  name: 'refundOrder',
  http: 'POST /admin/api/orders/{orderId}/refund',
  required: ['orderId', 'reason'],
  token: true,
}
