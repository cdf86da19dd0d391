import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { idOf, monthOf, ofStore, searchOf } from '../list/list-search.ts'
import { shell } from '../shell/route.tsx'

export const settlementRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/settlements',
    validateSearch: searchOf(idOf('file')),
    component: lazyRouteComponent(() => import('./SettlementsPage.tsx'), 'SettlementsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/statements',
    validateSearch: searchOf(monthOf('month'), ofStore),
    component: lazyRouteComponent(() => import('./StatementPage.tsx'), 'StatementPage'),
  }),
] as const
