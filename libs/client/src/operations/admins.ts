// Written by `npm run generate` from the contract; a test holds it to that.
import type { Call } from '../operation.ts'

export const listAdmins: Call<'member', 'listAdmins'> = {
  service: 'member',
  name: 'listAdmins',
  http: 'GET /admin/api/admins',
  required: [],
  token: true,
}
export const getAdmin: Call<'member', 'getAdmin'> = {
  service: 'member',
  name: 'getAdmin',
  http: 'GET /admin/api/admins/{id}',
  required: ['id'],
  token: true,
}
export const updateAdmin: Call<'member', 'updateAdmin'> = {
  service: 'member',
  name: 'updateAdmin',
  http: 'PATCH /admin/api/admins/{id}',
  required: ['id'],
  token: true,
}
