import { useDecisions, visitKinds } from '@kingcar/contract'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { choiceOf, ofPeriod, ofStore, paged, searchOf, textOf } from '../list/list-search.ts'
import { shell } from '../shell/route.tsx'

export const visitRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/visits',
    validateSearch: searchOf(
      paged,
      ofStore,
      ofPeriod,
      textOf('carNumber'),
      textOf('member'),
      choiceOf('kind', visitKinds),
      choiceOf('useDecision', useDecisions),
      choiceOf('review', ['open']),
    ),
    component: lazyRouteComponent(() => import('./VisitsPage.tsx'), 'VisitsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/visits/$id',
    component: lazyRouteComponent(() => import('./VisitPage.tsx'), 'VisitPage'),
  }),
] as const
