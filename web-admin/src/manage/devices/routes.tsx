import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { ofStore, paged, searchOf } from '../list/list-search.ts'
import { shell } from '../shell/route.tsx'

export const deviceRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/devices',
    validateSearch: searchOf(paged, ofStore),
    component: lazyRouteComponent(() => import('./DevicesPage.tsx'), 'DevicesPage'),
  }),
] as const
