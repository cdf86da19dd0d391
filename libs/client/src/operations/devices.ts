// Written by `npm run generate` from the contract; a test holds it to that.
import type { Call } from '../operation.ts'

export const createDevice: Call<'recognition', 'createDevice'> = {
  service: 'recognition',
  name: 'createDevice',
  http: 'POST /admin/api/devices',
  required: ['storeId', 'name'],
  token: true,
}
export const listDevices: Call<'recognition', 'listDevices'> = {
  service: 'recognition',
  name: 'listDevices',
  http: 'GET /admin/api/devices',
  required: [],
  token: true,
}
export const rotateDeviceSecret: Call<'recognition', 'rotateDeviceSecret'> = {
  service: 'recognition',
  name: 'rotateDeviceSecret',
  http: 'POST /admin/api/devices/{id}/rotate',
  required: ['id'],
  token: true,
}
export const deleteDevice: Call<'recognition', 'deleteDevice'> = {
  service: 'recognition',
  name: 'deleteDevice',
  http: 'DELETE /admin/api/devices/{id}',
  required: ['id'],
  token: true,
}
export const testDevice: Call<'recognition', 'testDevice'> = {
  service: 'recognition',
  name: 'testDevice',
  http: 'POST /admin/api/devices/{id}/test',
  required: ['id'],
  token: true,
}
