import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paged } from '../list/search.ts'
import { shell } from '../shell/route.tsx'

export const screenRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/screens',
    validateSearch: paged,
    component: lazyRouteComponent(() => import('./ScreensPage.tsx'), 'ScreensPage'),
  }),
] as const
