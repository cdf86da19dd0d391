import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paged, searchOf, sortOf } from '../list/list-search.ts'
import { shell } from '../shell/route.tsx'

export const apiKeyRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/apiKeys',
    validateSearch: searchOf(paged, sortOf('createdAt', 'expiresAt')),
    component: lazyRouteComponent(() => import('./ApiKeysPage.tsx'), 'ApiKeysPage'),
  }),
] as const
