// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/**
 * Create the next version of a type of terms. `POST /admin/api/terms`
 * Errors: `IMAGE_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const createTerms = call('catalog', 'createTerms', 'POST /admin/api/terms', [
  'type',
  'title',
  'content',
  'required',
  'effectiveAt',
])
/** List all versions of all terms, without content. `GET /admin/api/terms` */
export const listTerms = call('catalog', 'listTerms', 'GET /admin/api/terms')
/** Get one version of terms. `GET /admin/api/terms/{termsId}` Errors: `TERMS_NOT_FOUND`. */
export const getTerms = call('catalog', 'getTerms', 'GET /admin/api/terms/{termsId}', ['termsId'])
/**
 * Change terms that are not in force yet. `PATCH /admin/api/terms/{termsId}`
 * Errors: `TERMS_NOT_FOUND`, `TERMS_IN_FORCE`, `IMAGE_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const updateTerms = call('catalog', 'updateTerms', 'PATCH /admin/api/terms/{termsId}', ['termsId'])
/**
 * Delete terms that are not in force yet. `DELETE /admin/api/terms/{termsId}`
 * Errors: `TERMS_NOT_FOUND`, `TERMS_IN_FORCE`.
 */
export const deleteTerms = call('catalog', 'deleteTerms', 'DELETE /admin/api/terms/{termsId}', ['termsId'])
/**
 * Compare another version of the same type with this one, line by line. `GET /admin/api/terms/{termsId}/compare`
 * Errors: `TERMS_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const compareTerms = call('catalog', 'compareTerms', 'GET /admin/api/terms/{termsId}/compare', [
  'termsId',
  'with',
])
/** Get the version of a type of terms that is in force: one item or none. `GET /api/terms` */
export const listTermsInForce = call('catalog', 'listTermsInForce', 'GET /api/terms', ['termsType'], { token: false })
