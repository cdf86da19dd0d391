// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * List what needs a person now. `GET /admin/api/attention`
 */
export const getAttention: Call<'gateway', 'getAttention'> = {
  service: 'gateway',
  name: 'getAttention',
  http: 'GET /admin/api/attention',
  required: [],
  token: true,
}
