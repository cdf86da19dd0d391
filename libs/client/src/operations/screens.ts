// Written by `npm run generate` from the contract; a test holds it to that.
import type { Call } from '../operation.ts'

export const createScreenSession: Call<'member', 'createScreenSession'> = {
  service: 'member',
  name: 'createScreenSession',
  http: 'POST /admin/api/screens/session',
  required: ['storeId', 'name'],
  token: true,
}
export const listScreens: Call<'member', 'listScreens'> = {
  service: 'member',
  name: 'listScreens',
  http: 'GET /admin/api/screens',
  required: [],
  token: true,
}
export const updateScreen: Call<'member', 'updateScreen'> = {
  service: 'member',
  name: 'updateScreen',
  http: 'PATCH /admin/api/screens/{id}',
  required: ['id'],
  token: true,
}
export const deleteScreen: Call<'member', 'deleteScreen'> = {
  service: 'member',
  name: 'deleteScreen',
  http: 'DELETE /admin/api/screens/{id}',
  required: ['id'],
  token: true,
}
export const messageScreen: Call<'member', 'messageScreen'> = {
  service: 'member',
  name: 'messageScreen',
  http: 'POST /admin/api/screens/{id}/message',
  required: ['id'],
  token: true,
}
