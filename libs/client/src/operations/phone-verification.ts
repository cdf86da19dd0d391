// Written by `npm run generate` from the contract; a test holds it to that.
import type { Call } from '../operation.ts'

export const sendPhoneVerification: Call<'member', 'sendPhoneVerification'> = {
  service: 'member',
  name: 'sendPhoneVerification',
  http: 'POST /api/phoneVerification',
  required: ['provider', 'phoneNumber'],
  token: false,
}
export const checkPhoneVerification: Call<'member', 'checkPhoneVerification'> = {
  service: 'member',
  name: 'checkPhoneVerification',
  http: 'POST /api/phoneVerification/check',
  required: ['provider', 'phoneNumber', 'code'],
  token: false,
}
