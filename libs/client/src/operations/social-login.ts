// Written by `npm run generate` from the contract; a test holds it to that.
import type { Call } from '../operation.ts'

export const loginSocial: Call<'member', 'loginSocial'> = {
  service: 'member',
  name: 'loginSocial',
  http: 'POST /api/socialLogin',
  required: ['provider', 'socialToken'],
  token: false,
}
