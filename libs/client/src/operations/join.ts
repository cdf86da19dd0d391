// Written by `npm run generate` from the contract; a test holds it to that.
import type { Call } from '../operation.ts'

export const joinAdmin: Call<'member', 'joinAdmin'> = {
  service: 'member',
  name: 'joinAdmin',
  http: 'POST /admin/api/join',
  required: ['email', 'password', 'name', 'joinCode'],
  token: false,
}
export const joinMember: Call<'member', 'joinMember'> = {
  service: 'member',
  name: 'joinMember',
  http: 'POST /api/join',
  required: ['provider', 'name', 'gender', 'birthDate', 'verificationToken', 'agreedTermsIds'],
  token: false,
}
