// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * List what an administrator has to deal with now. `GET /admin/api/attention`
 */
export const getAttention: Call<'gateway', 'getAttention'> = {
  service: 'gateway',
  name: 'getAttention',
  http: 'GET /admin/api/attention',
  required: [],
  token: true,
}
