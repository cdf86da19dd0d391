// Generated from the contract by `npm run generate`: do not edit.
import type { Call } from '../../model/call.ts'

/**
 * List alerts, open and past. `GET /admin/api/alerts`
 */
export const listAlerts: Call<'member', 'listAlerts'> = {
  service: 'member',
  name: 'listAlerts',
  http: 'GET /admin/api/alerts',
  required: [],
  token: true,
}
/**
 * Get the newest alerts, and how many of them are unseen. `GET /admin/api/alerts/bell`
 */
export const getAlertBell: Call<'member', 'getAlertBell'> = {
  service: 'member',
  name: 'getAlertBell',
  http: 'GET /admin/api/alerts/bell',
  required: [],
  token: true,
}
/**
 * Mark alerts as seen. `POST /admin/api/alerts/seen`
 */
export const markAlertsSeen: Call<'member', 'markAlertsSeen'> = {
  service: 'member',
  name: 'markAlertsSeen',
  http: 'POST /admin/api/alerts/seen',
  required: ['until'],
  token: true,
}
