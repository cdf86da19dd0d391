// Written by `npm run generate` from the contract; a test holds it to that.
import type { Call } from '../operation.ts'

export const createOrder: Call<'orders', 'createOrder'> = {
  service: 'orders',
  name: 'createOrder',
  http: 'POST /api/orders',
  required: ['productId'],
  token: true,
}
export const listMyOrders: Call<'orders', 'listMyOrders'> = {
  service: 'orders',
  name: 'listMyOrders',
  http: 'GET /api/orders',
  required: [],
  token: true,
}
export const getMyOrder: Call<'orders', 'getMyOrder'> = {
  service: 'orders',
  name: 'getMyOrder',
  http: 'GET /api/orders/{orderId}',
  required: ['orderId'],
  token: true,
}
export const cancelOrder: Call<'orders', 'cancelOrder'> = {
  service: 'orders',
  name: 'cancelOrder',
  http: 'POST /api/orders/{orderId}/cancel',
  required: ['orderId'],
  token: true,
}
export const refundMyOrder: Call<'orders', 'refundMyOrder'> = {
  service: 'orders',
  name: 'refundMyOrder',
  http: 'POST /api/orders/{orderId}/refund',
  required: ['orderId'],
  token: true,
}
export const receivePaymentWebhook: Call<'orders', 'receivePaymentWebhook'> = {
  service: 'orders',
  name: 'receivePaymentWebhook',
  http: 'POST /api/orders/webhook',
  required: ['imp_uid', 'merchant_uid', 'status'],
  token: false,
}
export const listOrders: Call<'orders', 'listOrders'> = {
  service: 'orders',
  name: 'listOrders',
  http: 'GET /admin/api/orders',
  required: [],
  token: true,
}
export const exportOrders: Call<'orders', 'exportOrders'> = {
  service: 'orders',
  name: 'exportOrders',
  http: 'GET /admin/api/orders/export',
  required: [],
  token: true,
  answer: 'file',
}
export const getRevenue: Call<'orders', 'getRevenue'> = {
  service: 'orders',
  name: 'getRevenue',
  http: 'GET /admin/api/orders/revenue',
  required: ['from', 'to'],
  token: true,
}
export const getOrder: Call<'orders', 'getOrder'> = {
  service: 'orders',
  name: 'getOrder',
  http: 'GET /admin/api/orders/{orderId}',
  required: ['orderId'],
  token: true,
}
export const refundOrder: Call<'orders', 'refundOrder'> = {
  service: 'orders',
  name: 'refundOrder',
  http: 'POST /admin/api/orders/{orderId}/refund',
  required: ['orderId', 'reason'],
  token: true,
}
