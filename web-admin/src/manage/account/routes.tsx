import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shell } from '../shell/route.tsx'

export const accountRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/account',
    component: lazyRouteComponent(() => import('./AccountPage.tsx'), 'AccountPage'),
  }),
] as const
