// Written by `npm run generate` from the contract; a test holds it to that.
import type { Call } from '../operation.ts'

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
