// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * Check that the gateway is up; no other component is contacted. `GET /api/health`
 */
export const getHealth: Call<'gateway', 'getHealth'> = {
  service: 'gateway',
  name: 'getHealth',
  http: 'GET /api/health',
  required: [],
  token: false,
}
