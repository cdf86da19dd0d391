import type { AdminOperation } from '@kingcar/contract'
import type { LinkProps } from '@tanstack/react-router'
import { useMay } from '../api/rights.tsx'
import { copy } from '../text/copy.ts'
import { words } from './words.ts'

type Entry = {
  to: NonNullable<LinkProps['to']>
  label: string
  /** Other words for it, by which the search finds it. */
  words?: string
  /** The letter that opens it after G. */
  letter?: string
  /** The operation that the page needs, if administrators of some roles may not call it. */
  op?: AdminOperation
}
type Group = { title: string; entries: Entry[] }

/** The pages in the order of the navigation; the search offers them too. */
const navigationGroups: Group[] = [
  {
    title: copy.navigation.operation,
    entries: [
      { to: '/manage', label: copy.navigation.home, words: words.home, letter: 'H' },
      {
        to: '/manage/statistics',
        label: copy.navigation.statistics,
        words: words.statistics,
        letter: 'T',
        op: 'getVisitFigures',
      },
      {
        to: '/manage/closing',
        label: copy.navigation.closing,
        words: words.closing,
        letter: 'C',
        op: 'getMoneyFigures',
      },
      { to: '/manage/visits', label: copy.navigation.visits, words: words.visits, letter: 'V', op: 'listVisits' },
      { to: '/manage/reads', label: copy.navigation.reads, words: words.reads, letter: 'R', op: 'listReadReviews' },
      { to: '/connect', label: copy.navigation.wallScreen, words: words.wallScreen },
      { to: '/manage/members', label: copy.navigation.members, words: words.members, letter: 'M', op: 'listMembers' },
      { to: '/manage/orders', label: copy.navigation.orders, words: words.orders, letter: 'O', op: 'listOrders' },
      {
        to: '/manage/owedReturns',
        label: copy.navigation.owedReturns,
        words: words.owedReturns,
        op: 'listOwedReturns',
      },
      {
        to: '/manage/userProducts',
        label: copy.navigation.userProducts,
        words: words.userProducts,
        letter: 'U',
        op: 'listUserProducts',
      },
      { to: '/manage/useLogs', label: copy.navigation.useLogs, words: words.useLogs, letter: 'L', op: 'listUseLogs' },
      {
        to: '/manage/subscriptions',
        label: copy.navigation.subscriptions,
        words: words.subscriptions,
        op: 'getSubscriptionFigures',
      },
    ],
  },
  {
    title: copy.navigation.catalog,
    entries: [
      {
        to: '/manage/products',
        label: copy.navigation.products,
        words: words.products,
        letter: 'P',
        op: 'listProducts',
      },
      { to: '/manage/stores', label: copy.navigation.stores, words: words.stores, letter: 'S', op: 'listStores' },
      { to: '/manage/banners', label: copy.navigation.banners, words: words.banners, op: 'listBanners' },
      { to: '/manage/notices', label: copy.navigation.notices, words: words.notices, letter: 'N', op: 'listNotices' },
      { to: '/manage/terms', label: copy.navigation.terms, words: words.terms, op: 'listTerms' },
    ],
  },
  {
    title: copy.navigation.system,
    entries: [
      { to: '/manage/alerts', label: copy.navigation.alerts, words: words.alerts, letter: 'A', op: 'listAlerts' },
      { to: '/manage/devices', label: copy.navigation.devices, words: words.devices, letter: 'D', op: 'listDevices' },
      { to: '/manage/gates', label: copy.navigation.gates, words: words.gates, letter: 'G', op: 'listListedPlates' },
      { to: '/manage/screens', label: copy.navigation.screens, words: words.screens, letter: 'W', op: 'listScreens' },
      {
        to: '/manage/deadLetters',
        label: copy.navigation.deadLetters,
        words: words.deadLetters,
        op: 'listDeadLetters',
      },
      { to: '/manage/settings', label: copy.navigation.settings, words: words.settings, op: 'putAppSetting' },
      { to: '/manage/messages', label: copy.navigation.messages, words: words.messages, op: 'listMessageTemplates' },
      { to: '/manage/admins', label: copy.navigation.admins, words: words.admins, op: 'listAdmins' },
      { to: '/manage/apiKeys', label: copy.navigation.apiKeys, words: words.apiKeys, op: 'listApiKeys' },
      { to: '/manage/webhooks', label: copy.navigation.webhooks, words: words.webhooks, op: 'listWebhookEndpoints' },
      { to: '/manage/audit', label: copy.navigation.audit, words: words.audit, op: 'listAuditLogs' },
      { to: '/manage/accessLogs', label: copy.navigation.accessLogs, words: words.accessLogs, op: 'listAccessLogs' },
    ],
  },
]

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
