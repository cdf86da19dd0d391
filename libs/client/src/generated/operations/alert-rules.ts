// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/** List alert rules. `GET /admin/api/alertRules` */
export const listAlertRules = call('member', 'listAlertRules', 'GET /admin/api/alertRules')
/** Count who would get alerts of a kind, by role. `GET /admin/api/alertRules/recipients` */
export const getAlertRecipients = call('member', 'getAlertRecipients', 'GET /admin/api/alertRules/recipients', ['kind'])
/**
 * Create an alert rule. `POST /admin/api/alertRules`
 * Errors: `ALERT_RULE_EXISTS`, `ALERT_RULE_LIMIT`, `VALIDATION_FAILED`.
 */
export const createAlertRule = call('member', 'createAlertRule', 'POST /admin/api/alertRules', [
  'kind',
  'threshold',
  'channels',
  'roles',
  'adminIds',
  'enabled',
])
/**
 * Change an alert rule. `PATCH /admin/api/alertRules/{id}`
 * Errors: `ALERT_RULE_NOT_FOUND`, `ALERT_RULE_EXISTS`, `ALERT_RULE_LIMIT`, `VALIDATION_FAILED`.
 */
export const updateAlertRule = call('member', 'updateAlertRule', 'PATCH /admin/api/alertRules/{id}', ['id'])
/** Delete an alert rule. `DELETE /admin/api/alertRules/{id}` Errors: `ALERT_RULE_NOT_FOUND`. */
export const deleteAlertRule = call('member', 'deleteAlertRule', 'DELETE /admin/api/alertRules/{id}', ['id'])
