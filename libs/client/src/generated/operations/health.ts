// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/** Check that the gateway is up; no other component is contacted. `GET /api/health` */
export const getHealth = call('gateway', 'getHealth', 'GET /api/health', [], { token: false })
