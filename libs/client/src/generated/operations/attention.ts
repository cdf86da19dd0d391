// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/** List what an administrator has to deal with now. `GET /admin/api/attention` */
export const getAttention = call('gateway', 'getAttention', 'GET /admin/api/attention')
