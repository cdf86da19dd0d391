// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/** Create a store. `POST /admin/api/stores` Errors: `IMAGE_NOT_FOUND`, `VALIDATION_FAILED`. */
export const createStore = call('catalog', 'createStore', 'POST /admin/api/stores', [
  'name',
  'address',
  'latitude',
  'longitude',
  'phone',
  'businessHours',
])
/** List stores, including hidden ones. `GET /admin/api/stores` */
export const listStores = call('catalog', 'listStores', 'GET /admin/api/stores')
/** Get one store. `GET /admin/api/stores/{id}` Errors: `STORE_NOT_FOUND`. */
export const getStore = call('catalog', 'getStore', 'GET /admin/api/stores/{id}', ['id'])
/** Change a store. `PATCH /admin/api/stores/{id}` Errors: `STORE_NOT_FOUND`, `IMAGE_NOT_FOUND`, `VALIDATION_FAILED`. */
export const updateStore = call('catalog', 'updateStore', 'PATCH /admin/api/stores/{id}', ['id'])
/**
 * Close a store permanently; its history is kept. `DELETE /admin/api/stores/{id}`
 * Errors: `STORE_NOT_FOUND`, `IN_USE`, `UNAVAILABLE`.
 */
export const deleteStore = call('catalog', 'deleteStore', 'DELETE /admin/api/stores/{id}', ['id'])
/** List the stores that members can see. `GET /api/stores` Errors: `VALIDATION_FAILED`. */
export const listPublicStores = call('catalog', 'listPublicStores', 'GET /api/stores', [], { token: false })
/** Get one store that members can see. `GET /api/stores/{id}` Errors: `STORE_NOT_FOUND`. */
export const getPublicStore = call('catalog', 'getPublicStore', 'GET /api/stores/{id}', ['id'], { token: false })
/** Get the rules by which the gates of a store open. `GET /admin/api/stores/{id}/gate` Errors: `STORE_NOT_FOUND`. */
export const getGate = call('recognition', 'getGate', 'GET /admin/api/stores/{id}/gate', ['id'])
/**
 * Change the rules by which the gates of a store open. `PATCH /admin/api/stores/{id}/gate`
 * Errors: `STORE_NOT_FOUND`.
 */
export const updateGate = call('recognition', 'updateGate', 'PATCH /admin/api/stores/{id}/gate', ['id'])
