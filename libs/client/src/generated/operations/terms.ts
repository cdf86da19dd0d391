// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * Create the next version of a type of terms. `POST /admin/api/terms`
 *
 * Errors: `IMAGE_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const createTerms: Call<'catalog', 'createTerms'> = {
  service: 'catalog',
  name: 'createTerms',
  http: 'POST /admin/api/terms',
  required: ['type', 'title', 'content', 'required', 'effectiveAt'],
  token: true,
}
/**
 * List all versions of all terms, without content. `GET /admin/api/terms`
 */
export const listTerms: Call<'catalog', 'listTerms'> = {
  service: 'catalog',
  name: 'listTerms',
  http: 'GET /admin/api/terms',
  required: [],
  token: true,
}
/**
 * Get one version of terms. `GET /admin/api/terms/{termsId}`
 *
 * Errors: `TERMS_NOT_FOUND`.
 */
export const getTerms: Call<'catalog', 'getTerms'> = {
  service: 'catalog',
  name: 'getTerms',
  http: 'GET /admin/api/terms/{termsId}',
  required: ['termsId'],
  token: true,
}
/**
 * Change terms that are not in force yet. `PATCH /admin/api/terms/{termsId}`
 *
 * Errors: `TERMS_NOT_FOUND`, `TERMS_IN_FORCE`, `IMAGE_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const updateTerms: Call<'catalog', 'updateTerms'> = {
  service: 'catalog',
  name: 'updateTerms',
  http: 'PATCH /admin/api/terms/{termsId}',
  required: ['termsId'],
  token: true,
}
/**
 * Delete terms that are not in force yet. `DELETE /admin/api/terms/{termsId}`
 *
 * Errors: `TERMS_NOT_FOUND`, `TERMS_IN_FORCE`.
 */
export const deleteTerms: Call<'catalog', 'deleteTerms'> = {
  service: 'catalog',
  name: 'deleteTerms',
  http: 'DELETE /admin/api/terms/{termsId}',
  required: ['termsId'],
  token: true,
}
/**
 * Compare another version of the same type with this one, line by line. `GET /admin/api/terms/{termsId}/compare`
 *
 * Errors: `TERMS_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const compareTerms: Call<'catalog', 'compareTerms'> = {
  service: 'catalog',
  name: 'compareTerms',
  http: 'GET /admin/api/terms/{termsId}/compare',
  required: ['termsId', 'with'],
  token: true,
}
/**
 * Get the version of a type of terms that is in force: one item or none. `GET /api/terms`
 */
export const listTermsInForce: Call<'catalog', 'listTermsInForce'> = {
  service: 'catalog',
  name: 'listTermsInForce',
  http: 'GET /api/terms',
  required: ['termsType'],
  token: false,
}
