// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * List the car brands sold in Korea, with their models. `GET /api/carBrands`
 */
export const listCarBrands: Call<'member', 'listCarBrands'> = {
  service: 'member',
  name: 'listCarBrands',
  http: 'GET /api/carBrands',
  required: [],
  token: false,
}
