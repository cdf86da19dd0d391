// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * List administrators. `GET /admin/api/admins`
 */
export const listAdmins: Call<'member', 'listAdmins'> = {
  service: 'member',
  name: 'listAdmins',
  http: 'GET /admin/api/admins',
  required: [],
  token: true,
}
/**
 * Get one administrator. `GET /admin/api/admins/{id}`
 *
 * Errors: `ADMIN_NOT_FOUND`.
 */
export const getAdmin: Call<'member', 'getAdmin'> = {
  service: 'member',
  name: 'getAdmin',
  http: 'GET /admin/api/admins/{id}',
  required: ['id'],
  token: true,
}
/**
 * Rename, disable or enable an administrator, or change the role and stores. `PATCH /admin/api/admins/{id}`
 *
 * Errors: `ADMIN_NOT_FOUND`, `LAST_ADMIN`, `OWN_ROLE`, `VALIDATION_FAILED`.
 */
export const updateAdmin: Call<'member', 'updateAdmin'> = {
  service: 'member',
  name: 'updateAdmin',
  http: 'PATCH /admin/api/admins/{id}',
  required: ['id'],
  token: true,
}
/**
 * Make a link that sets another password for an administrator. `POST /admin/api/admins/{id}/passwordLink`
 *
 * Errors: `ADMIN_NOT_FOUND`, `OWN_PASSWORD`.
 */
export const createPasswordLink: Call<'member', 'createPasswordLink'> = {
  service: 'member',
  name: 'createPasswordLink',
  http: 'POST /admin/api/admins/{id}/passwordLink',
  required: ['id'],
  token: true,
}
/**
 * Switch another administrator's second factor off. `DELETE /admin/api/admins/{id}/secondFactor`
 *
 * Errors: `ADMIN_NOT_FOUND`, `OWN_SECOND_FACTOR`.
 */
export const resetSecondFactor: Call<'member', 'resetSecondFactor'> = {
  service: 'member',
  name: 'resetSecondFactor',
  http: 'DELETE /admin/api/admins/{id}/secondFactor',
  required: ['id'],
  token: true,
}
