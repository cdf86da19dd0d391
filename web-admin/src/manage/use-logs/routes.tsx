import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { idOf, ofPeriod, ofStore, paged, searchOf, sortOf, textOf } from '../list/list-search.ts'
import { shell } from '../shell/route.tsx'

export const useLogRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/useLogs',
    validateSearch: searchOf(paged, textOf('q'), ofStore, idOf('memberId'), ofPeriod, sortOf('usedAt')),
    component: lazyRouteComponent(() => import('./UseLogsPage.tsx'), 'UseLogsPage'),
  }),
] as const
