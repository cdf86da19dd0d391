// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/**
 * Register a recognizer; its secret is returned only once. `POST /admin/api/devices`
 * Errors: `STORE_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const createDevice = call('recognition', 'createDevice', 'POST /admin/api/devices', ['storeId', 'name'])
/** List recognizers with their state. `GET /admin/api/devices` */
export const listDevices = call('recognition', 'listDevices', 'GET /admin/api/devices')
/**
 * Change a recognizer, or move it to another store. `PATCH /admin/api/devices/{id}`
 * Errors: `DEVICE_NOT_FOUND`, `STORE_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const updateDevice = call('recognition', 'updateDevice', 'PATCH /admin/api/devices/{id}', ['id'])
/**
 * Give a recognizer a new secret; the old one and its connections end immediately. `POST /admin/api/devices/{id}/rotate`
 * Errors: `DEVICE_NOT_FOUND`.
 */
export const rotateDeviceSecret = call('recognition', 'rotateDeviceSecret', 'POST /admin/api/devices/{id}/rotate', [
  'id',
])
/**
 * Delete a recognizer; its connections end immediately, its reads are kept. `DELETE /admin/api/devices/{id}`
 * Errors: `DEVICE_NOT_FOUND`.
 */
export const deleteDevice = call('recognition', 'deleteDevice', 'DELETE /admin/api/devices/{id}', ['id'])
/** Send a test read of plate 00가0000. `POST /admin/api/devices/{id}/test` Errors: `DEVICE_NOT_FOUND`. */
export const testDevice = call('recognition', 'testDevice', 'POST /admin/api/devices/{id}/test', ['id'])
