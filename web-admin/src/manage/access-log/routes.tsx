import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { idOf, ofPeriod, paged, searchOf, sortOf } from '../list/list-search.ts'
import { shell } from '../shell/route.tsx'

export const accessLogRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/accessLogs',
    validateSearch: searchOf(paged, idOf('adminId'), idOf('memberId'), ofPeriod, sortOf('at')),
    component: lazyRouteComponent(() => import('./AccessLogPage.tsx'), 'AccessLogPage'),
  }),
] as const
