// Written by `npm run generate` from the contract; a test holds it to that.
import type { Call } from '../operation.ts'

export const resetPassword: Call<'member', 'resetPassword'> = {
  service: 'member',
  name: 'resetPassword',
  http: 'POST /api/password/reset',
  required: ['verificationToken', 'newPassword'],
  token: false,
}
