// Generated from the contract by `npm run generate`: do not edit.
import { call } from '../../model/call.ts'

/** List alerts, open and past. `GET /admin/api/alerts` */
export const listAlerts = call('member', 'listAlerts', 'GET /admin/api/alerts')
/** Get the newest alerts, and how many of them are unseen. `GET /admin/api/alerts/bell` */
export const getAlertBell = call('member', 'getAlertBell', 'GET /admin/api/alerts/bell')
/** Mark alerts as seen. `POST /admin/api/alerts/seen` */
export const markAlertsSeen = call('member', 'markAlertsSeen', 'POST /admin/api/alerts/seen', ['until'])
