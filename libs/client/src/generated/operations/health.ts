// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * Whether the edge is up; touches nothing else. `GET /api/health`
 */
export const getHealth: Call<'gateway', 'getHealth'> = {
  service: 'gateway',
  name: 'getHealth',
  http: 'GET /api/health',
  required: [],
  token: false,
}
