// Written by `npm run generate` from the contract; a test holds it to that.
import type { Call } from '../operation.ts'

export const createStore: Call<'catalog', 'createStore'> = {
  service: 'catalog',
  name: 'createStore',
  http: 'POST /admin/api/stores',
  required: ['name', 'address', 'latitude', 'longitude', 'phone', 'businessHours'],
  token: true,
}
export const listStores: Call<'catalog', 'listStores'> = {
  service: 'catalog',
  name: 'listStores',
  http: 'GET /admin/api/stores',
  required: [],
  token: true,
}
export const getStore: Call<'catalog', 'getStore'> = {
  service: 'catalog',
  name: 'getStore',
  http: 'GET /admin/api/stores/{id}',
  required: ['id'],
  token: true,
}
export const updateStore: Call<'catalog', 'updateStore'> = {
  service: 'catalog',
  name: 'updateStore',
  http: 'PATCH /admin/api/stores/{id}',
  required: ['id'],
  token: true,
}
export const deleteStore: Call<'catalog', 'deleteStore'> = {
  service: 'catalog',
  name: 'deleteStore',
  http: 'DELETE /admin/api/stores/{id}',
  required: ['id'],
  token: true,
}
export const listPublicStores: Call<'catalog', 'listPublicStores'> = {
  service: 'catalog',
  name: 'listPublicStores',
  http: 'GET /api/stores',
  required: [],
  token: false,
}
export const getPublicStore: Call<'catalog', 'getPublicStore'> = {
  service: 'catalog',
  name: 'getPublicStore',
  http: 'GET /api/stores/{id}',
  required: ['id'],
  token: false,
}
