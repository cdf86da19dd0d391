// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/**
 * Create a wall screen of a store; its token pair is returned only once. `POST /admin/api/screens/session`
 * Errors: `STORE_NOT_FOUND`, `PAIRING_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const createScreenSession = call('member', 'createScreenSession', 'POST /admin/api/screens/session', [
  'storeId',
  'name',
])
/** Begin to pair a browser as a wall screen. `POST /admin/api/screens/pairings` Errors: `RATE_LIMITED`. */
export const beginScreenPairing = call('member', 'beginScreenPairing', 'POST /admin/api/screens/pairings', [], {
  token: false,
})
/** Get the tokens of a paired wall screen. `POST /admin/api/screens/pairings/session` Errors: `PAIRING_NOT_FOUND`. */
export const openPairedScreen = call(
  'member',
  'openPairedScreen',
  'POST /admin/api/screens/pairings/session',
  ['pairingToken'],
  { token: false },
)
/** List screens. `GET /admin/api/screens` */
export const listScreens = call('member', 'listScreens', 'GET /admin/api/screens')
/** Rename a screen. `PATCH /admin/api/screens/{id}` Errors: `SCREEN_NOT_FOUND`, `VALIDATION_FAILED`. */
export const updateScreen = call('member', 'updateScreen', 'PATCH /admin/api/screens/{id}', ['id'])
/** Delete a screen; its session ends immediately. `DELETE /admin/api/screens/{id}` Errors: `SCREEN_NOT_FOUND`. */
export const deleteScreen = call('member', 'deleteScreen', 'DELETE /admin/api/screens/{id}', ['id'])
/**
 * Show a text on a screen, or make it reload. `POST /admin/api/screens/{id}/message`
 * Errors: `SCREEN_NOT_FOUND`, `SCREEN_OFFLINE`, `VALIDATION_FAILED`, `UNAVAILABLE`.
 */
export const messageScreen = call('member', 'messageScreen', 'POST /admin/api/screens/{id}/message', ['id'])
/**
 * Get the store of this wall screen and the state of its recognizers. `GET /admin/api/screens/own/store`
 * Errors: `FORBIDDEN`.
 */
export const getScreenStore = call('recognition', 'getScreenStore', 'GET /admin/api/screens/own/store')
