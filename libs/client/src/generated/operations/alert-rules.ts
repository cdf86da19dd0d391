// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * List alert rules. `GET /admin/api/alertRules`
 */
export const listAlertRules: Call<'member', 'listAlertRules'> = {
  service: 'member',
  name: 'listAlertRules',
  http: 'GET /admin/api/alertRules',
  required: [],
  token: true,
}
/**
 * Count who would get alerts of a kind, by role. `GET /admin/api/alertRules/recipients`
 */
export const getAlertRecipients: Call<'member', 'getAlertRecipients'> = {
  service: 'member',
  name: 'getAlertRecipients',
  http: 'GET /admin/api/alertRules/recipients',
  required: ['kind'],
  token: true,
}
/**
 * Create an alert rule. `POST /admin/api/alertRules`
 *
 * Errors: `ALERT_RULE_EXISTS`, `ALERT_RULE_LIMIT`, `VALIDATION_FAILED`.
 */
export const createAlertRule: Call<'member', 'createAlertRule'> = {
  service: 'member',
  name: 'createAlertRule',
  http: 'POST /admin/api/alertRules',
  required: ['kind', 'threshold', 'channels', 'roles', 'adminIds', 'enabled'],
  token: true,
}
/**
 * Change an alert rule. `PATCH /admin/api/alertRules/{id}`
 *
 * Errors: `ALERT_RULE_NOT_FOUND`, `ALERT_RULE_EXISTS`, `ALERT_RULE_LIMIT`, `VALIDATION_FAILED`.
 */
export const updateAlertRule: Call<'member', 'updateAlertRule'> = {
  service: 'member',
  name: 'updateAlertRule',
  http: 'PATCH /admin/api/alertRules/{id}',
  required: ['id'],
  token: true,
}
/**
 * Delete an alert rule. `DELETE /admin/api/alertRules/{id}`
 *
 * Errors: `ALERT_RULE_NOT_FOUND`.
 */
export const deleteAlertRule: Call<'member', 'deleteAlertRule'> = {
  service: 'member',
  name: 'deleteAlertRule',
  http: 'DELETE /admin/api/alertRules/{id}',
  required: ['id'],
  token: true,
}
