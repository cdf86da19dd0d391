// Written by `npm run generate` from the contract; a test holds it to that.
import type { Call } from '../operation.ts'

export const createTerms: Call<'catalog', 'createTerms'> = {
  service: 'catalog',
  name: 'createTerms',
  http: 'POST /admin/api/terms',
  required: ['type', 'title', 'content', 'required', 'effectiveAt'],
  token: true,
}
export const listTerms: Call<'catalog', 'listTerms'> = {
  service: 'catalog',
  name: 'listTerms',
  http: 'GET /admin/api/terms',
  required: [],
  token: true,
}
export const getTerms: Call<'catalog', 'getTerms'> = {
  service: 'catalog',
  name: 'getTerms',
  http: 'GET /admin/api/terms/{termsId}',
  required: ['termsId'],
  token: true,
}
export const updateTerms: Call<'catalog', 'updateTerms'> = {
  service: 'catalog',
  name: 'updateTerms',
  http: 'PATCH /admin/api/terms/{termsId}',
  required: ['termsId'],
  token: true,
}
export const deleteTerms: Call<'catalog', 'deleteTerms'> = {
  service: 'catalog',
  name: 'deleteTerms',
  http: 'DELETE /admin/api/terms/{termsId}',
  required: ['termsId'],
  token: true,
}
export const compareTerms: Call<'catalog', 'compareTerms'> = {
  service: 'catalog',
  name: 'compareTerms',
  http: 'GET /admin/api/terms/{termsId}/compare',
  required: ['termsId', 'with'],
  token: true,
}
export const listTermsInForce: Call<'catalog', 'listTermsInForce'> = {
  service: 'catalog',
  name: 'listTermsInForce',
  http: 'GET /api/terms',
  required: ['termsType'],
  token: false,
}
