import { visitKinds } from '@kingcar/contract'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { choiceOf, dayOf, ofStore, paged, searchOf, textOf } from '../list/list-search.ts'
import { shell } from '../shell/route.tsx'

export const visitRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/visits',
    validateSearch: searchOf(
      paged,
      ofStore,
      dayOf('from'),
      dayOf('to'),
      textOf('carNumber'),
      textOf('member'),
      choiceOf('kind', visitKinds),
    ),
    component: lazyRouteComponent(() => import('./VisitsPage.tsx'), 'VisitsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/visits/$id',
    component: lazyRouteComponent(() => import('./VisitPage.tsx'), 'VisitPage'),
  }),
] as const
