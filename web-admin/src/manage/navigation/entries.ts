import type { LinkProps } from '@tanstack/react-router'
import { copy } from '../text/copy.ts'

type Entry = { to: NonNullable<LinkProps['to']>; label: string }
type Group = { title: string; entries: Entry[] }

/** The pages in the order of the navigation; the search offers them too. */
export const navigationGroups: Group[] = [
  {
    title: copy.navigation.operation,
    entries: [
      { to: '/manage', label: copy.navigation.home },
      { to: '/manage/statistics', label: copy.navigation.statistics },
      { to: '/manage/closing', label: copy.navigation.closing },
      { to: '/manage/visits', label: copy.navigation.visits },
      { to: '/manage/reads', label: copy.navigation.reads },
      { to: '/connect', label: copy.navigation.wallScreen },
      { to: '/manage/members', label: copy.navigation.members },
      { to: '/manage/orders', label: copy.navigation.orders },
      { to: '/manage/owedReturns', label: copy.navigation.owedReturns },
      { to: '/manage/userProducts', label: copy.navigation.userProducts },
      { to: '/manage/useLogs', label: copy.navigation.useLogs },
      { to: '/manage/subscriptions', label: copy.navigation.subscriptions },
    ],
  },
  {
    title: copy.navigation.catalog,
    entries: [
      { to: '/manage/products', label: copy.navigation.products },
      { to: '/manage/stores', label: copy.navigation.stores },
      { to: '/manage/banners', label: copy.navigation.banners },
      { to: '/manage/notices', label: copy.navigation.notices },
      { to: '/manage/terms', label: copy.navigation.terms },
    ],
  },
  {
    title: copy.navigation.system,
    entries: [
      { to: '/manage/devices', label: copy.navigation.devices },
      { to: '/manage/screens', label: copy.navigation.screens },
      { to: '/manage/deadLetters', label: copy.navigation.deadLetters },
      { to: '/manage/settings', label: copy.navigation.settings },
      { to: '/manage/admins', label: copy.navigation.admins },
      { to: '/manage/audit', label: copy.navigation.audit },
    ],
  },
]

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
