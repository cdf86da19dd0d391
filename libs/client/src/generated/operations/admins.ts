// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/** List administrators. `GET /admin/api/admins` */
export const listAdmins = call('member', 'listAdmins', 'GET /admin/api/admins')
/** Get one administrator. `GET /admin/api/admins/{id}` Errors: `ADMIN_NOT_FOUND`. */
export const getAdmin = call('member', 'getAdmin', 'GET /admin/api/admins/{id}', ['id'])
/**
 * Rename, disable or enable an administrator, or change the role and stores. `PATCH /admin/api/admins/{id}`
 * Errors: `ADMIN_NOT_FOUND`, `LAST_ADMIN`, `OWN_ROLE`, `VALIDATION_FAILED`.
 */
export const updateAdmin = call('member', 'updateAdmin', 'PATCH /admin/api/admins/{id}', ['id'])
/**
 * Make a link that sets another password for an administrator. `POST /admin/api/admins/{id}/passwordLink`
 * Errors: `ADMIN_NOT_FOUND`, `OWN_PASSWORD`.
 */
export const createPasswordLink = call('member', 'createPasswordLink', 'POST /admin/api/admins/{id}/passwordLink', [
  'id',
])
/**
 * Switch another administrator's second factor off. `DELETE /admin/api/admins/{id}/secondFactor`
 * Errors: `ADMIN_NOT_FOUND`, `OWN_SECOND_FACTOR`.
 */
export const resetSecondFactor = call('member', 'resetSecondFactor', 'DELETE /admin/api/admins/{id}/secondFactor', [
  'id',
])
