import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paged, searchOf, sortOf } from '../list/list-search.ts'
import { shell } from '../shell/route.tsx'

export const adminRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/admins',
    validateSearch: searchOf(paged, sortOf('createdAt', 'email', 'name')),
    component: lazyRouteComponent(() => import('./AdminsPage.tsx'), 'AdminsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/admins/$id',
    component: lazyRouteComponent(() => import('./AdminPage.tsx'), 'AdminPage'),
  }),
] as const
