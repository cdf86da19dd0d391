// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * Register a recognizer; its secret is returned only once. `POST /admin/api/devices`
 *
 * Errors: `STORE_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const createDevice: Call<'recognition', 'createDevice'> = {
  service: 'recognition',
  name: 'createDevice',
  http: 'POST /admin/api/devices',
  required: ['storeId', 'name'],
  token: true,
}
/**
 * List recognizers with their state. `GET /admin/api/devices`
 */
export const listDevices: Call<'recognition', 'listDevices'> = {
  service: 'recognition',
  name: 'listDevices',
  http: 'GET /admin/api/devices',
  required: [],
  token: true,
}
/**
 * Change a recognizer, or move it to another store. `PATCH /admin/api/devices/{id}`
 *
 * Errors: `DEVICE_NOT_FOUND`, `STORE_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const updateDevice: Call<'recognition', 'updateDevice'> = {
  service: 'recognition',
  name: 'updateDevice',
  http: 'PATCH /admin/api/devices/{id}',
  required: ['id'],
  token: true,
}
/**
 * Give a recognizer a new secret; the old one and its connections end immediately. `POST /admin/api/devices/{id}/rotate`
 *
 * Errors: `DEVICE_NOT_FOUND`.
 */
export const rotateDeviceSecret: Call<'recognition', 'rotateDeviceSecret'> = {
  service: 'recognition',
  name: 'rotateDeviceSecret',
  http: 'POST /admin/api/devices/{id}/rotate',
  required: ['id'],
  token: true,
}
/**
 * Delete a recognizer; its connections end immediately, its reads are kept. `DELETE /admin/api/devices/{id}`
 *
 * Errors: `DEVICE_NOT_FOUND`.
 */
export const deleteDevice: Call<'recognition', 'deleteDevice'> = {
  service: 'recognition',
  name: 'deleteDevice',
  http: 'DELETE /admin/api/devices/{id}',
  required: ['id'],
  token: true,
}
/**
 * Send a test read of plate 00가0000. `POST /admin/api/devices/{id}/test`
 *
 * Errors: `DEVICE_NOT_FOUND`.
 */
export const testDevice: Call<'recognition', 'testDevice'> = {
  service: 'recognition',
  name: 'testDevice',
  http: 'POST /admin/api/devices/{id}/test',
  required: ['id'],
  token: true,
}
