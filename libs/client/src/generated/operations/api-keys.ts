// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/** Create an API key for a program. `POST /admin/api/apiKeys` Errors: `API_KEY_LIMIT`, `VALIDATION_FAILED`. */
export const createApiKey = call('member', 'createApiKey', 'POST /admin/api/apiKeys', [
  'name',
  'permissions',
  'expiresAt',
])
/** List API keys. `GET /admin/api/apiKeys` */
export const listApiKeys = call('member', 'listApiKeys', 'GET /admin/api/apiKeys')
/** Replace the secret of an API key. `POST /admin/api/apiKeys/{id}/rotate` Errors: `API_KEY_NOT_FOUND`. */
export const rotateApiKey = call('member', 'rotateApiKey', 'POST /admin/api/apiKeys/{id}/rotate', ['id'])
/** Delete an API key. `DELETE /admin/api/apiKeys/{id}` Errors: `API_KEY_NOT_FOUND`. */
export const deleteApiKey = call('member', 'deleteApiKey', 'DELETE /admin/api/apiKeys/{id}', ['id'])
