import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shell } from '../shell/route.tsx'

export const messageRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/messages',
    component: lazyRouteComponent(() => import('./MessagesPage.tsx'), 'MessagesPage'),
  }),
] as const
