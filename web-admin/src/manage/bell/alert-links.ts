import type { Alert } from '@kingcar/contract'
import type { LinkProps } from '@tanstack/react-router'
import { everyStore } from '../list/store-scope.ts'

type Target = Pick<LinkProps, 'to' | 'search' | 'params'>

/** The page that an alert leads to. */
export function linkOf({ kind, targetId, storeId }: Pick<Alert, 'kind' | 'targetId' | 'storeId'>): Target {
  const ofStore = storeId === null ? everyStore() : { storeId }
  switch (kind) {
    case 'offlineDevices':
      return { to: '/manage/devices', search: ofStore }
    case 'offlineScreens':
      return { to: '/manage/screens', search: ofStore }
    case 'failedRenewals':
      return { to: '/manage/userProducts', search: { renewal: 'unpaid' } }
    case 'owedReturns':
      return { to: '/manage/owedReturns' }
    case 'deadLetters':
      return { to: '/manage/deadLetters' }
    case 'disabledWebhooks':
      return { to: '/manage/webhooks' }
    case 'refund':
      return targetId === null
        ? { to: '/manage/orders', search: ofStore }
        : { to: '/manage/orders/$id', params: { id: targetId } }
    case 'newDevice':
      return { to: '/manage/admins' }
    case 'fullStorage':
      return { to: '/manage/alerts', search: ofStore }
  }
}
