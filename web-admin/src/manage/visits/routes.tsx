import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { ofStore, paged, type Search } from '../list/search.ts'
import { shell } from '../shell/route.tsx'

export const visitRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/',
    validateSearch: (search: Search) => ({ ...ofStore(search), ...paged(search) }),
    component: lazyRouteComponent(() => import('./VisitsPage.tsx'), 'VisitsPage'),
  }),
] as const
