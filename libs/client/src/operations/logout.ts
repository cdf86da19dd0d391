// Written by `npm run generate` from the contract; a test holds it to that.
import type { Call } from '../operation.ts'

export const logoutAdmin: Call<'member', 'logoutAdmin'> = {
  service: 'member',
  name: 'logoutAdmin',
  http: 'POST /admin/api/logout',
  required: ['accessToken', 'refreshToken'],
  token: true,
}
export const logoutMember: Call<'member', 'logoutMember'> = {
  service: 'member',
  name: 'logoutMember',
  http: 'POST /api/logout',
  required: ['accessToken', 'refreshToken'],
  token: true,
}
