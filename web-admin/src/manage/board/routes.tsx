import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { ofStore, searchOf } from '../list/list-search.ts'
import { shell } from '../shell/route.tsx'

export const boardRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/board',
    validateSearch: searchOf(ofStore),
    component: lazyRouteComponent(() => import('./BoardPage.tsx'), 'BoardPage'),
  }),
] as const
