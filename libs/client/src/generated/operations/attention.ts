// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/** List what needs a person now. `GET /admin/api/attention` */
export const getAttention = call('gateway', 'getAttention', 'GET /admin/api/attention')
