import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { ofStore, paged, searchOf, textOf } from '../list/list-search.ts'
import { shell } from '../shell/route.tsx'

export const screenRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/screens',
    validateSearch: searchOf(paged, ofStore, textOf('code')),
    component: lazyRouteComponent(() => import('./ScreensPage.tsx'), 'ScreensPage'),
  }),
] as const
