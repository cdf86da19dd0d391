// Written by `npm run generate` from the contract; a test holds it to that.
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
