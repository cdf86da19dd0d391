// Written by `npm run generate` from the contract; a test holds it to that.
import type { Call } from '../operation.ts'

export const payOrder: Call<'orders', 'payOrder'> = {
  service: 'orders',
  name: 'payOrder',
  http: 'PATCH /api/order/{orderId}/payment',
  required: ['orderId'],
  token: true,
}
