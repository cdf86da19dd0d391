// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * Create an API key for a program. `POST /admin/api/apiKeys`
 *
 * Errors: `API_KEY_LIMIT`, `VALIDATION_FAILED`.
 */
export const createApiKey: Call<'member', 'createApiKey'> = {
  service: 'member',
  name: 'createApiKey',
  http: 'POST /admin/api/apiKeys',
  required: ['name', 'permissions', 'expiresAt'],
  token: true,
}
/**
 * List API keys. `GET /admin/api/apiKeys`
 */
export const listApiKeys: Call<'member', 'listApiKeys'> = {
  service: 'member',
  name: 'listApiKeys',
  http: 'GET /admin/api/apiKeys',
  required: [],
  token: true,
}
/**
 * Replace the secret of an API key. `POST /admin/api/apiKeys/{id}/rotate`
 *
 * Errors: `API_KEY_NOT_FOUND`.
 */
export const rotateApiKey: Call<'member', 'rotateApiKey'> = {
  service: 'member',
  name: 'rotateApiKey',
  http: 'POST /admin/api/apiKeys/{id}/rotate',
  required: ['id'],
  token: true,
}
/**
 * Delete an API key. `DELETE /admin/api/apiKeys/{id}`
 *
 * Errors: `API_KEY_NOT_FOUND`.
 */
export const deleteApiKey: Call<'member', 'deleteApiKey'> = {
  service: 'member',
  name: 'deleteApiKey',
  http: 'DELETE /admin/api/apiKeys/{id}',
  required: ['id'],
  token: true,
}
