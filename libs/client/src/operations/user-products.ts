// Written by `npm run generate` from the contract; a test holds it to that.
import type { Call } from '../operation.ts'

export const listUserProducts: Call<'orders', 'listUserProducts'> = {
  service: 'orders',
  name: 'listUserProducts',
  http: 'GET /admin/api/userProducts',
  required: [],
  token: true,
}
export const exportUserProducts: Call<'orders', 'exportUserProducts'> = {
  service: 'orders',
  name: 'exportUserProducts',
  http: 'GET /admin/api/userProducts/export',
  required: [],
  token: true,
  answer: 'file',
}
export const grantUserProduct: Call<'orders', 'grantUserProduct'> = {
  service: 'orders',
  name: 'grantUserProduct',
  http: 'POST /admin/api/userProducts',
  required: ['memberId', 'productId', 'reason'],
  token: true,
}
export const cancelUserProduct: Call<'orders', 'cancelUserProduct'> = {
  service: 'orders',
  name: 'cancelUserProduct',
  http: 'POST /admin/api/userProducts/{id}/cancel',
  required: ['id', 'reason'],
  token: true,
}
