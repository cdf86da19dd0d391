// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * Count the demo data. `GET /admin/api/demo`
 */
export const getDemo: Call<'gateway', 'getDemo'> = {
  service: 'gateway',
  name: 'getDemo',
  http: 'GET /admin/api/demo',
  required: [],
  token: true,
}
/**
 * Remove the demo data. `DELETE /admin/api/demo`
 */
export const removeDemo: Call<'gateway', 'removeDemo'> = {
  service: 'gateway',
  name: 'removeDemo',
  http: 'DELETE /admin/api/demo',
  required: [],
  token: true,
}
