import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { choiceOf, dayOf, ofStore, searchOf } from '../list/list-search.ts'
import { shell } from '../shell/route.tsx'

export const dashboardRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/',
    validateSearch: searchOf(choiceOf('range', ['today', 'week', 'month']), dayOf('from'), dayOf('to'), ofStore),
    component: lazyRouteComponent(() => import('./DashboardPage.tsx'), 'DashboardPage'),
  }),
] as const
