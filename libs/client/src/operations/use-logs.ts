// Written by `npm run generate` from the contract; a test holds it to that.
import type { Call } from '../operation.ts'

export const listUseLogs: Call<'orders', 'listUseLogs'> = {
  service: 'orders',
  name: 'listUseLogs',
  http: 'GET /admin/api/useLogs',
  required: [],
  token: true,
}
export const exportUseLogs: Call<'orders', 'exportUseLogs'> = {
  service: 'orders',
  name: 'exportUseLogs',
  http: 'GET /admin/api/useLogs/export',
  required: [],
  token: true,
  answer: 'file',
}
export const reverseUseLog: Call<'orders', 'reverseUseLog'> = {
  service: 'orders',
  name: 'reverseUseLog',
  http: 'POST /admin/api/useLogs/{id}/reverse',
  required: ['id', 'reason'],
  token: true,
}
