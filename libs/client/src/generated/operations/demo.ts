// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/** Count the demo data. `GET /admin/api/demo` */
export const getDemo = call('gateway', 'getDemo', 'GET /admin/api/demo')
/** Remove the demo data. `DELETE /admin/api/demo` */
export const removeDemo = call('gateway', 'removeDemo', 'DELETE /admin/api/demo')
