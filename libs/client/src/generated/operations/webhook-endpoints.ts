// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/**
 * Register an endpoint of a partner for webhooks. `POST /admin/api/webhookEndpoints`
 * Errors: `WEBHOOK_ENDPOINT_LIMIT`, `VALIDATION_FAILED`.
 */
export const createWebhookEndpoint = call('member', 'createWebhookEndpoint', 'POST /admin/api/webhookEndpoints', [
  'name',
  'url',
  'eventTypes',
])
/** List endpoints for webhooks. `GET /admin/api/webhookEndpoints` */
export const listWebhookEndpoints = call('member', 'listWebhookEndpoints', 'GET /admin/api/webhookEndpoints')
/**
 * Change, disable or enable an endpoint for webhooks. `PATCH /admin/api/webhookEndpoints/{id}`
 * Errors: `WEBHOOK_ENDPOINT_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const updateWebhookEndpoint = call('member', 'updateWebhookEndpoint', 'PATCH /admin/api/webhookEndpoints/{id}', [
  'id',
])
/**
 * Replace the secret of an endpoint for webhooks. `POST /admin/api/webhookEndpoints/{id}/rotate`
 * Errors: `WEBHOOK_ENDPOINT_NOT_FOUND`.
 */
export const rotateWebhookSecret = call(
  'member',
  'rotateWebhookSecret',
  'POST /admin/api/webhookEndpoints/{id}/rotate',
  ['id'],
)
/**
 * Send a test event to an endpoint for webhooks. `POST /admin/api/webhookEndpoints/{id}/test`
 * Errors: `WEBHOOK_ENDPOINT_NOT_FOUND`.
 */
export const testWebhookEndpoint = call('member', 'testWebhookEndpoint', 'POST /admin/api/webhookEndpoints/{id}/test', [
  'id',
])
/**
 * List the deliveries of an endpoint for webhooks, with their tries. `GET /admin/api/webhookEndpoints/{id}/deliveries`
 * Errors: `WEBHOOK_ENDPOINT_NOT_FOUND`, `SEARCH_TOO_WIDE`.
 */
export const listWebhookDeliveries = call(
  'member',
  'listWebhookDeliveries',
  'GET /admin/api/webhookEndpoints/{id}/deliveries',
  ['id'],
)
/**
 * Send the events of a time range again to an endpoint for webhooks. `POST /admin/api/webhookEndpoints/{id}/replay`
 * Errors: `WEBHOOK_ENDPOINT_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const replayWebhookDeliveries = call(
  'member',
  'replayWebhookDeliveries',
  'POST /admin/api/webhookEndpoints/{id}/replay',
  ['id', 'from', 'to'],
)
/** Delete an endpoint for webhooks. `DELETE /admin/api/webhookEndpoints/{id}` Errors: `WEBHOOK_ENDPOINT_NOT_FOUND`. */
export const deleteWebhookEndpoint = call(
  'member',
  'deleteWebhookEndpoint',
  'DELETE /admin/api/webhookEndpoints/{id}',
  ['id'],
)
