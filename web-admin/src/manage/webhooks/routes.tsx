import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paged, searchOf, sortOf } from '../list/list-search.ts'
import { shell } from '../shell/route.tsx'

export const webhookRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/webhooks',
    validateSearch: searchOf(paged, sortOf('createdAt', 'name')),
    component: lazyRouteComponent(() => import('./WebhooksPage.tsx'), 'WebhooksPage'),
  }),
] as const
