import { plateListKinds } from '@kingcar/contract'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { choiceOf, ofStore, paged, searchOf, sortOf } from '../list/list-search.ts'
import { shell } from '../shell/route.tsx'

export const gateRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/gates',
    validateSearch: searchOf(paged, sortOf('createdAt', 'carNumber'), ofStore, choiceOf('kind', plateListKinds)),
    component: lazyRouteComponent(() => import('./GatesPage.tsx'), 'GatesPage'),
  }),
] as const
