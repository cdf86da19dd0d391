import { reviewStates } from '@kingcar/contract'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { choiceOf, idOf, ofStore, paged, searchOf } from '../list/list-search.ts'
import { shell } from '../shell/route.tsx'

export const readRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/reads',
    validateSearch: searchOf(paged, ofStore, idOf('deviceId'), choiceOf('reviewState', reviewStates)),
    component: lazyRouteComponent(() => import('./ReadsPage.tsx'), 'ReadsPage'),
  }),
] as const
