// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * Create a store. `POST /admin/api/stores`
 *
 * Errors: `IMAGE_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const createStore: Call<'catalog', 'createStore'> = {
  service: 'catalog',
  name: 'createStore',
  http: 'POST /admin/api/stores',
  required: ['name', 'address', 'latitude', 'longitude', 'phone', 'businessHours'],
  token: true,
}
/**
 * List stores, including hidden ones. `GET /admin/api/stores`
 */
export const listStores: Call<'catalog', 'listStores'> = {
  service: 'catalog',
  name: 'listStores',
  http: 'GET /admin/api/stores',
  required: [],
  token: true,
}
/**
 * Get one store. `GET /admin/api/stores/{id}`
 *
 * Errors: `STORE_NOT_FOUND`.
 */
export const getStore: Call<'catalog', 'getStore'> = {
  service: 'catalog',
  name: 'getStore',
  http: 'GET /admin/api/stores/{id}',
  required: ['id'],
  token: true,
}
/**
 * Change a store. `PATCH /admin/api/stores/{id}`
 *
 * Errors: `STORE_NOT_FOUND`, `IMAGE_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const updateStore: Call<'catalog', 'updateStore'> = {
  service: 'catalog',
  name: 'updateStore',
  http: 'PATCH /admin/api/stores/{id}',
  required: ['id'],
  token: true,
}
/**
 * Close a store permanently; its history is kept. `DELETE /admin/api/stores/{id}`
 *
 * Errors: `STORE_NOT_FOUND`, `IN_USE`, `UNAVAILABLE`.
 */
export const deleteStore: Call<'catalog', 'deleteStore'> = {
  service: 'catalog',
  name: 'deleteStore',
  http: 'DELETE /admin/api/stores/{id}',
  required: ['id'],
  token: true,
}
/**
 * List the stores that members can see. `GET /api/stores`
 *
 * Errors: `VALIDATION_FAILED`.
 */
export const listPublicStores: Call<'catalog', 'listPublicStores'> = {
  service: 'catalog',
  name: 'listPublicStores',
  http: 'GET /api/stores',
  required: [],
  token: false,
}
/**
 * Get one store that members can see. `GET /api/stores/{id}`
 *
 * Errors: `STORE_NOT_FOUND`.
 */
export const getPublicStore: Call<'catalog', 'getPublicStore'> = {
  service: 'catalog',
  name: 'getPublicStore',
  http: 'GET /api/stores/{id}',
  required: ['id'],
  token: false,
}
/**
 * Get the rules by which the gates of a store open. `GET /admin/api/stores/{id}/gate`
 *
 * Errors: `STORE_NOT_FOUND`.
 */
export const getGate: Call<'recognition', 'getGate'> = {
  service: 'recognition',
  name: 'getGate',
  http: 'GET /admin/api/stores/{id}/gate',
  required: ['id'],
  token: true,
}
/**
 * Change the rules by which the gates of a store open. `PATCH /admin/api/stores/{id}/gate`
 *
 * Errors: `STORE_NOT_FOUND`.
 */
export const updateGate: Call<'recognition', 'updateGate'> = {
  service: 'recognition',
  name: 'updateGate',
  http: 'PATCH /admin/api/stores/{id}/gate',
  required: ['id'],
  token: true,
}
