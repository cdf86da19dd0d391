// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * Register an endpoint of a partner for webhooks. `POST /admin/api/webhookEndpoints`
 *
 * Errors: `WEBHOOK_ENDPOINT_LIMIT`, `VALIDATION_FAILED`.
 */
export const createWebhookEndpoint: Call<'member', 'createWebhookEndpoint'> = {
  service: 'member',
  name: 'createWebhookEndpoint',
  http: 'POST /admin/api/webhookEndpoints',
  required: ['name', 'url', 'eventTypes'],
  token: true,
}
/**
 * List endpoints for webhooks. `GET /admin/api/webhookEndpoints`
 */
export const listWebhookEndpoints: Call<'member', 'listWebhookEndpoints'> = {
  service: 'member',
  name: 'listWebhookEndpoints',
  http: 'GET /admin/api/webhookEndpoints',
  required: [],
  token: true,
}
/**
 * Change, disable or enable an endpoint for webhooks. `PATCH /admin/api/webhookEndpoints/{id}`
 *
 * Errors: `WEBHOOK_ENDPOINT_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const updateWebhookEndpoint: Call<'member', 'updateWebhookEndpoint'> = {
  service: 'member',
  name: 'updateWebhookEndpoint',
  http: 'PATCH /admin/api/webhookEndpoints/{id}',
  required: ['id'],
  token: true,
}
/**
 * Replace the secret of an endpoint for webhooks. `POST /admin/api/webhookEndpoints/{id}/rotate`
 *
 * Errors: `WEBHOOK_ENDPOINT_NOT_FOUND`.
 */
export const rotateWebhookSecret: Call<'member', 'rotateWebhookSecret'> = {
  service: 'member',
  name: 'rotateWebhookSecret',
  http: 'POST /admin/api/webhookEndpoints/{id}/rotate',
  required: ['id'],
  token: true,
}
/**
 * Send a test event to an endpoint for webhooks. `POST /admin/api/webhookEndpoints/{id}/test`
 *
 * Errors: `WEBHOOK_ENDPOINT_NOT_FOUND`.
 */
export const testWebhookEndpoint: Call<'member', 'testWebhookEndpoint'> = {
  service: 'member',
  name: 'testWebhookEndpoint',
  http: 'POST /admin/api/webhookEndpoints/{id}/test',
  required: ['id'],
  token: true,
}
/**
 * List the deliveries of an endpoint for webhooks, with their tries. `GET /admin/api/webhookEndpoints/{id}/deliveries`
 *
 * Errors: `WEBHOOK_ENDPOINT_NOT_FOUND`, `SEARCH_TOO_WIDE`.
 */
export const listWebhookDeliveries: Call<'member', 'listWebhookDeliveries'> = {
  service: 'member',
  name: 'listWebhookDeliveries',
  http: 'GET /admin/api/webhookEndpoints/{id}/deliveries',
  required: ['id'],
  token: true,
}
/**
 * Send the events of a time range again to an endpoint for webhooks. `POST /admin/api/webhookEndpoints/{id}/replay`
 *
 * Errors: `WEBHOOK_ENDPOINT_NOT_FOUND`, `VALIDATION_FAILED`.
 */
export const replayWebhookDeliveries: Call<'member', 'replayWebhookDeliveries'> = {
  service: 'member',
  name: 'replayWebhookDeliveries',
  http: 'POST /admin/api/webhookEndpoints/{id}/replay',
  required: ['id', 'from', 'to'],
  token: true,
}
/**
 * Delete an endpoint for webhooks. `DELETE /admin/api/webhookEndpoints/{id}`
 *
 * Errors: `WEBHOOK_ENDPOINT_NOT_FOUND`.
 */
export const deleteWebhookEndpoint: Call<'member', 'deleteWebhookEndpoint'> = {
  service: 'member',
  name: 'deleteWebhookEndpoint',
  http: 'DELETE /admin/api/webhookEndpoints/{id}',
  required: ['id'],
  token: true,
}
