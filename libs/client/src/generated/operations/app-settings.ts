// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/** List all settings; a known key that is not set has its default. `GET /admin/api/appSettings` */
export const listAppSettings = call('catalog', 'listAppSettings', 'GET /admin/api/appSettings')
/** Set one setting; it takes effect without a restart. `PUT /admin/api/appSettings` Errors: `VALIDATION_FAILED`. */
export const putAppSetting = call('catalog', 'putAppSetting', 'PUT /admin/api/appSettings', ['key', 'value'])
/** Get one setting. `GET /admin/api/appSettings/{key}` Errors: `APP_SETTING_NOT_FOUND`. */
export const getAppSetting = call('catalog', 'getAppSetting', 'GET /admin/api/appSettings/{key}', ['key'])
/**
 * Delete a setting; a known key returns to its default. `DELETE /admin/api/appSettings/{key}`
 * Errors: `APP_SETTING_NOT_FOUND`.
 */
export const deleteAppSetting = call('catalog', 'deleteAppSetting', 'DELETE /admin/api/appSettings/{key}', ['key'])
