// Written by `npm run generate` from the contract; a test holds it to that.
import type { Call } from '../operation.ts'

export const listAppSettings: Call<'catalog', 'listAppSettings'> = {
  service: 'catalog',
  name: 'listAppSettings',
  http: 'GET /admin/api/appSettings',
  required: [],
  token: true,
}
export const putAppSetting: Call<'catalog', 'putAppSetting'> = {
  service: 'catalog',
  name: 'putAppSetting',
  http: 'PUT /admin/api/appSettings',
  required: ['key', 'value'],
  token: true,
}
export const getAppSetting: Call<'catalog', 'getAppSetting'> = {
  service: 'catalog',
  name: 'getAppSetting',
  http: 'GET /admin/api/appSettings/{key}',
  required: ['key'],
  token: true,
}
export const deleteAppSetting: Call<'catalog', 'deleteAppSetting'> = {
  service: 'catalog',
  name: 'deleteAppSetting',
  http: 'DELETE /admin/api/appSettings/{key}',
  required: ['key'],
  token: true,
}
