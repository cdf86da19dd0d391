import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { ofStore, paged, searchOf } from '../list/search.ts'
import { shell } from '../shell/route.tsx'

export const visitRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/',
    validateSearch: searchOf(ofStore, paged),
    component: lazyRouteComponent(() => import('./VisitsPage.tsx'), 'VisitsPage'),
  }),
] as const
