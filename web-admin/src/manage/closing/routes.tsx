import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { dayOf, ofStore, searchOf } from '../list/list-search.ts'
import { shell } from '../shell/route.tsx'

export const closingRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/closing',
    validateSearch: searchOf(dayOf('date'), ofStore),
    component: lazyRouteComponent(() => import('./ClosingPage.tsx'), 'ClosingPage'),
  }),
] as const
