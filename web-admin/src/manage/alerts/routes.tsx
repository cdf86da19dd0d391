import { alertKinds } from '@kingcar/contract'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { choiceOf, ofStore, paged, searchOf, sortOf } from '../list/list-search.ts'
import { shell } from '../shell/route.tsx'

export const alertRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/alerts',
    validateSearch: searchOf(
      paged,
      choiceOf('state', ['open', 'closed']),
      choiceOf('kind', alertKinds),
      ofStore,
      sortOf('openedAt'),
    ),
    component: lazyRouteComponent(() => import('./AlertsPage.tsx'), 'AlertsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/alerts/rules',
    validateSearch: searchOf(paged, sortOf('createdAt')),
    staticData: { needs: 'listAlertRules' },
    component: lazyRouteComponent(() => import('./AlertRulesPage.tsx'), 'AlertRulesPage'),
  }),
] as const
