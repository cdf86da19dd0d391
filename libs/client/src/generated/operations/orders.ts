// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/**
 * Order a product; the server sets the amount. `POST /api/orders`
 * Errors: `PRODUCT_NOT_FOUND`, `CAR_NOT_FOUND`, `PRODUCT_NOT_ON_SALE`, `ALREADY_SUBSCRIBED`, `FREE_PRODUCT_LIMIT`, `COUPON_NOT_FOUND`, `COUPON_NOT_APPLICABLE`, `COUPON_USED_UP`, `RATE_LIMITED`, `CONFLICT`, `TOO_MANY_OPEN_ORDERS`, `VALIDATION_FAILED`.
 */
export const createOrder = call('orders', 'createOrder', 'POST /api/orders', ['productId'])
/**
 * Calculate what an order of a product would cost you, and order nothing. `POST /api/orders/price`
 * Errors: `PRODUCT_NOT_FOUND`, `PRODUCT_NOT_ON_SALE`, `COUPON_NOT_FOUND`, `COUPON_NOT_APPLICABLE`, `COUPON_USED_UP`, `RATE_LIMITED`.
 */
export const priceOrder = call('orders', 'priceOrder', 'POST /api/orders/price', ['productId'])
/** List your orders, newest first. `GET /api/orders` */
export const listMyOrders = call('orders', 'listMyOrders', 'GET /api/orders')
/** Get one of your orders. `GET /api/orders/{orderId}` Errors: `ORDER_NOT_FOUND`. */
export const getMyOrder = call('orders', 'getMyOrder', 'GET /api/orders/{orderId}', ['orderId'])
/**
 * Cancel one of your unpaid orders. `POST /api/orders/{orderId}/cancel`
 * Errors: `ORDER_NOT_FOUND`, `ORDER_STATE_INVALID`, `CONFLICT`.
 */
export const cancelOrder = call('orders', 'cancelOrder', 'POST /api/orders/{orderId}/cancel', ['orderId'])
/**
 * Refund an unused order within the days of the setting orders.refundDays. `POST /api/orders/{orderId}/refund`
 * Errors: `ORDER_NOT_FOUND`, `ORDER_NOT_REFUNDABLE`, `ORDER_STATE_INVALID`, `VALIDATION_FAILED`, `CONFLICT`, `UNAVAILABLE`.
 */
export const refundMyOrder = call('orders', 'refundMyOrder', 'POST /api/orders/{orderId}/refund', ['orderId'])
/** The payment provider's notice; its content is not trusted, the payment is looked up. `POST /api/orders/webhook` */
export const receivePaymentWebhook = call(
  'orders',
  'receivePaymentWebhook',
  'POST /api/orders/webhook',
  ['imp_uid', 'merchant_uid', 'status'],
  { token: false },
)
/**
 * The payment provider's signed notice by its API V2; the payment is looked up. `POST /api/orders/webhook/v2`
 * Errors: `WEBHOOK_SIGNATURE_INVALID`.
 */
export const receiveSignedPaymentWebhook = call(
  'orders',
  'receiveSignedPaymentWebhook',
  'POST /api/orders/webhook/v2',
  ['type', 'data'],
  { token: false },
)
/** Search orders. `GET /admin/api/orders` */
export const listOrders = call('orders', 'listOrders', 'GET /admin/api/orders')
/** Count orders and add up their amounts. `GET /admin/api/orders/totals` */
export const countOrders = call('orders', 'countOrders', 'GET /admin/api/orders/totals')
/** Export orders as CSV. `GET /admin/api/orders/export` */
export const exportOrders = call('orders', 'exportOrders', 'GET /admin/api/orders/export', [], {
  headers: { reason: 'X-Reason' },
  response: 'file',
})
/**
 * Sum up payments and refunds by day or month in Asia/Seoul. `GET /admin/api/orders/revenue`
 * Errors: `VALIDATION_FAILED`.
 */
export const getRevenue = call('orders', 'getRevenue', 'GET /admin/api/orders/revenue', ['from', 'to'])
/** Get one order with its timeline. `GET /admin/api/orders/{orderId}` Errors: `ORDER_NOT_FOUND`. */
export const getOrder = call('orders', 'getOrder', 'GET /admin/api/orders/{orderId}', ['orderId'])
/**
 * Refund an order in full or in part; a full refund ends its product. `POST /admin/api/orders/{orderId}/refund`
 * Errors: `FRESH_SIGN_IN_REQUIRED`, `ORDER_NOT_FOUND`, `ORDER_STATE_INVALID`, `VALIDATION_FAILED`, `ORDER_NOT_REFUNDABLE`, `AMOUNT_EXCEEDS_PAID`, `CONFLICT`, `UNAVAILABLE`.
 */
export const refundOrder = call('orders', 'refundOrder', 'POST /admin/api/orders/{orderId}/refund', [
  'orderId',
  'reason',
])
/**
 * Issue a cash receipt for a sale at the counter that has none. `POST /admin/api/orders/{orderId}/cashReceipt`
 * Errors: `ORDER_NOT_FOUND`, `ORDER_STATE_INVALID`, `VALIDATION_FAILED`.
 */
export const issueCashReceipt = call('orders', 'issueCashReceipt', 'POST /admin/api/orders/{orderId}/cashReceipt', [
  'orderId',
  'kind',
  'identifier',
])
