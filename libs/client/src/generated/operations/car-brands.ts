// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/** List the car brands sold in Korea, with their models. `GET /api/carBrands` */
export const listCarBrands = call('member', 'listCarBrands', 'GET /api/carBrands', [], { token: false })
