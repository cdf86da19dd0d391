import type { AdminOperation } from '@kingcar/contract'
import type { LinkProps } from '@tanstack/react-router'
import { useMay } from '../api/rights.tsx'
import { copy } from '../text/copy.ts'

type Entry = {
  to: NonNullable<LinkProps['to']>
  label: string
  /** The operation that the page needs, if administrators of some roles may not call it. */
  op?: AdminOperation
}
export type Group = { title: string; entries: Entry[] }

/** The pages in the order of the navigation; the search offers them too. */
const navigationGroups: Group[] = [
  {
    title: copy.navigation.operation,
    entries: [
      { to: '/manage', label: copy.navigation.home },
      { to: '/manage/board', label: copy.navigation.board, op: 'listVisits' },
      { to: '/manage/statistics', label: copy.navigation.statistics, op: 'getVisitFigures' },
      { to: '/manage/closing', label: copy.navigation.closing, op: 'getMoneyFigures' },
      { to: '/manage/visits', label: copy.navigation.visits, op: 'listVisits' },
      { to: '/manage/reads', label: copy.navigation.reads, op: 'listReadReviews' },
      { to: '/connect', label: copy.navigation.wallScreen },
      { to: '/manage/members', label: copy.navigation.members, op: 'listMembers' },
      { to: '/manage/orders', label: copy.navigation.orders, op: 'listOrders' },
      { to: '/manage/owedReturns', label: copy.navigation.owedReturns, op: 'listOwedReturns' },
      { to: '/manage/settlements', label: copy.navigation.settlements, op: 'listSettlements' },
      { to: '/manage/statements', label: copy.navigation.statements, op: 'getStatement' },
      { to: '/manage/userProducts', label: copy.navigation.userProducts, op: 'listUserProducts' },
      { to: '/manage/useLogs', label: copy.navigation.useLogs, op: 'listUseLogs' },
      { to: '/manage/subscriptions', label: copy.navigation.subscriptions, op: 'getSubscriptionFigures' },
    ],
  },
  {
    title: copy.navigation.catalog,
    entries: [
      { to: '/manage/products', label: copy.navigation.products, op: 'listProducts' },
      { to: '/manage/coupons', label: copy.navigation.coupons, op: 'listCoupons' },
      { to: '/manage/stores', label: copy.navigation.stores, op: 'listStores' },
      { to: '/manage/banners', label: copy.navigation.banners, op: 'listBanners' },
      { to: '/manage/notices', label: copy.navigation.notices, op: 'listNotices' },
      { to: '/manage/terms', label: copy.navigation.terms, op: 'listTerms' },
    ],
  },
  {
    title: copy.navigation.system,
    entries: [
      { to: '/manage/alerts', label: copy.navigation.alerts, op: 'listAlerts' },
      { to: '/manage/devices', label: copy.navigation.devices, op: 'listDevices' },
      { to: '/manage/gates', label: copy.navigation.gates, op: 'listListedPlates' },
      { to: '/manage/screens', label: copy.navigation.screens, op: 'listScreens' },
      { to: '/manage/deadLetters', label: copy.navigation.deadLetters, op: 'listDeadLetters' },
      { to: '/manage/settings', label: copy.navigation.settings, op: 'putAppSetting' },
      { to: '/manage/messages', label: copy.navigation.messages, op: 'listMessageTemplates' },
      { to: '/manage/admins', label: copy.navigation.admins, op: 'listAdmins' },
      { to: '/manage/apiKeys', label: copy.navigation.apiKeys, op: 'listApiKeys' },
      { to: '/manage/webhooks', label: copy.navigation.webhooks, op: 'listWebhookEndpoints' },
      { to: '/manage/audit', label: copy.navigation.audit, op: 'listAuditLogs' },
      { to: '/manage/accessLogs', label: copy.navigation.accessLogs, op: 'listAccessLogs' },
    ],
  },
]

/** The letters that open pages after G. */
const letters: Record<string, string> = {
  H: '/manage',
  B: '/manage/board',
  T: '/manage/statistics',
  C: '/manage/closing',
  V: '/manage/visits',
  R: '/manage/reads',
  M: '/manage/members',
  O: '/manage/orders',
  U: '/manage/userProducts',
  L: '/manage/useLogs',
  P: '/manage/products',
  S: '/manage/stores',
  N: '/manage/notices',
  A: '/manage/alerts',
  D: '/manage/devices',
  G: '/manage/gates',
  W: '/manage/screens',
}

/** The letter that opens a page after G. */
export const letterOf = (to: string): string | undefined =>
  Object.keys(letters).find((letter) => letters[letter] === to)

/** The groups with the pages that the administrator may open. */
export function useNavigationGroups(): Group[] {
  const may = useMay()
  return navigationGroups
    .map(({ title, entries }) => ({ title, entries: entries.filter(({ op }) => op === undefined || may(op)) }))
    .filter(({ entries }) => entries.length > 0)
}

/** `/manage` is a prefix of every entry, so it matches only itself. Every other entry also matches the paths below it. */
export const isExact = (to: string): boolean => to === '/manage'

/** The entry that a path belongs to, and its group. */
export function placeOf(path: string): { group: Group; entry: Entry } | undefined {
  for (const group of navigationGroups) {
    const entry = group.entries.find(({ to }) => path === to || (!isExact(to) && path.startsWith(`${to}/`)))
    if (entry !== undefined) return { group, entry }
  }
  return undefined
}
