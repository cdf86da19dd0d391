// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * List all settings; a known key that is not set has its default. `GET /admin/api/appSettings`
 */
export const listAppSettings: Call<'catalog', 'listAppSettings'> = {
  service: 'catalog',
  name: 'listAppSettings',
  http: 'GET /admin/api/appSettings',
  required: [],
  token: true,
}
/**
 * Set one setting; it takes effect without a restart. `PUT /admin/api/appSettings`
 *
 * Errors: `VALIDATION_FAILED`.
 */
export const putAppSetting: Call<'catalog', 'putAppSetting'> = {
  service: 'catalog',
  name: 'putAppSetting',
  http: 'PUT /admin/api/appSettings',
  required: ['key', 'value'],
  token: true,
}
/**
 * Get one setting. `GET /admin/api/appSettings/{key}`
 *
 * Errors: `APP_SETTING_NOT_FOUND`.
 */
export const getAppSetting: Call<'catalog', 'getAppSetting'> = {
  service: 'catalog',
  name: 'getAppSetting',
  http: 'GET /admin/api/appSettings/{key}',
  required: ['key'],
  token: true,
}
/**
 * Delete a setting; a known key returns to its default. `DELETE /admin/api/appSettings/{key}`
 *
 * Errors: `APP_SETTING_NOT_FOUND`.
 */
export const deleteAppSetting: Call<'catalog', 'deleteAppSetting'> = {
  service: 'catalog',
  name: 'deleteAppSetting',
  http: 'DELETE /admin/api/appSettings/{key}',
  required: ['key'],
  token: true,
}
