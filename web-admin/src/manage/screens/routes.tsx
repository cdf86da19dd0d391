import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paged, searchOf } from '../list/list-search.ts'
import { shell } from '../shell/route.tsx'

export const screenRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/screens',
    validateSearch: searchOf(paged),
    component: lazyRouteComponent(() => import('./ScreensPage.tsx'), 'ScreensPage'),
  }),
] as const
