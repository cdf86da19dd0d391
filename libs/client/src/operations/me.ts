// Written by `npm run generate` from the contract; a test holds it to that.
import type { Call } from '../operation.ts'

export const changeAdminPassword: Call<'member', 'changeAdminPassword'> = {
  service: 'member',
  name: 'changeAdminPassword',
  http: 'POST /admin/api/me/password',
  required: ['currentPassword', 'newPassword'],
  token: true,
}
export const getMe: Call<'member', 'getMe'> = {
  service: 'member',
  name: 'getMe',
  http: 'GET /api/me',
  required: [],
  token: true,
}
export const updateMe: Call<'member', 'updateMe'> = {
  service: 'member',
  name: 'updateMe',
  http: 'PATCH /api/me',
  required: [],
  token: true,
}
export const deleteMe: Call<'member', 'deleteMe'> = {
  service: 'member',
  name: 'deleteMe',
  http: 'DELETE /api/me',
  required: [],
  token: true,
}
export const agreeToTerms: Call<'member', 'agreeToTerms'> = {
  service: 'member',
  name: 'agreeToTerms',
  http: 'POST /api/me/agreements',
  required: ['agreedTermsIds'],
  token: true,
}
export const withdrawAgreement: Call<'member', 'withdrawAgreement'> = {
  service: 'member',
  name: 'withdrawAgreement',
  http: 'DELETE /api/me/agreements/{termsId}',
  required: ['termsId'],
  token: true,
}
export const listMyProducts: Call<'orders', 'listMyProducts'> = {
  service: 'orders',
  name: 'listMyProducts',
  http: 'GET /api/me/products',
  required: [],
  token: true,
}
export const stopRenewal: Call<'orders', 'stopRenewal'> = {
  service: 'orders',
  name: 'stopRenewal',
  http: 'POST /api/me/products/{id}/cancel',
  required: ['id'],
  token: true,
}
export const listMyUseLogs: Call<'orders', 'listMyUseLogs'> = {
  service: 'orders',
  name: 'listMyUseLogs',
  http: 'GET /api/me/products/useLogs',
  required: [],
  token: true,
}
