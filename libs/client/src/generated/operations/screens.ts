// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * Create a wall screen of a store; its token pair is returned only once. `POST /admin/api/screens/session`
 *
 * Errors: `STORE_NOT_FOUND`, `PAIRING_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const createScreenSession: Call<'member', 'createScreenSession'> = {
  service: 'member',
  name: 'createScreenSession',
  http: 'POST /admin/api/screens/session',
  required: ['storeId', 'name'],
  token: true,
}
/**
 * Begin to pair a browser as a wall screen. `POST /admin/api/screens/pairings`
 *
 * Errors: `RATE_LIMITED`.
 */
export const beginScreenPairing: Call<'member', 'beginScreenPairing'> = {
  service: 'member',
  name: 'beginScreenPairing',
  http: 'POST /admin/api/screens/pairings',
  required: [],
  token: false,
}
/**
 * Get the tokens of a paired wall screen. `POST /admin/api/screens/pairings/session`
 *
 * Errors: `PAIRING_NOT_FOUND`.
 */
export const openPairedScreen: Call<'member', 'openPairedScreen'> = {
  service: 'member',
  name: 'openPairedScreen',
  http: 'POST /admin/api/screens/pairings/session',
  required: ['pairingToken'],
  token: false,
}
/**
 * List screens. `GET /admin/api/screens`
 */
export const listScreens: Call<'member', 'listScreens'> = {
  service: 'member',
  name: 'listScreens',
  http: 'GET /admin/api/screens',
  required: [],
  token: true,
}
/**
 * Rename a screen. `PATCH /admin/api/screens/{id}`
 *
 * Errors: `SCREEN_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const updateScreen: Call<'member', 'updateScreen'> = {
  service: 'member',
  name: 'updateScreen',
  http: 'PATCH /admin/api/screens/{id}',
  required: ['id'],
  token: true,
}
/**
 * Delete a screen; its session ends immediately. `DELETE /admin/api/screens/{id}`
 *
 * Errors: `SCREEN_NOT_FOUND`.
 */
export const deleteScreen: Call<'member', 'deleteScreen'> = {
  service: 'member',
  name: 'deleteScreen',
  http: 'DELETE /admin/api/screens/{id}',
  required: ['id'],
  token: true,
}
/**
 * Show a text on a screen, or make it reload. `POST /admin/api/screens/{id}/message`
 *
 * Errors: `SCREEN_NOT_FOUND`, `SCREEN_OFFLINE`, `VALIDATION_FAILED`, `UNAVAILABLE`.
 */
export const messageScreen: Call<'member', 'messageScreen'> = {
  service: 'member',
  name: 'messageScreen',
  http: 'POST /admin/api/screens/{id}/message',
  required: ['id'],
  token: true,
}
/**
 * Get the store of this wall screen and the state of its recognizers. `GET /admin/api/screens/own/store`
 *
 * Errors: `FORBIDDEN`.
 */
export const getScreenStore: Call<'recognition', 'getScreenStore'> = {
  service: 'recognition',
  name: 'getScreenStore',
  http: 'GET /admin/api/screens/own/store',
  required: [],
  token: true,
}
