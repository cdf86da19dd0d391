import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { choiceOf, dayOf, ofStore, searchOf, sortOf } from '../list/list-search.ts'
import { shell } from '../shell/route.tsx'

const search = searchOf(
  sortOf('name', 'visits', 'before', 'sales'),
  // The rest is of addresses that were saved when the statistics were here.
  choiceOf('range', ['today', 'week', 'month']),
  dayOf('from'),
  dayOf('to'),
  ofStore,
)
type Search = ReturnType<typeof search>

export const homeRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/',
    validateSearch: search,
    beforeLoad: (route: { search: Search }) => goToStatistics(route.search),
    component: lazyRouteComponent(() => import('./HomePage.tsx'), 'HomePage'),
  }),
] as const

/** @throws a redirect to the statistics if the address selects any */
function goToStatistics({ sort: _, ...moved }: Search): void {
  if (Object.values(moved).some((value) => value !== undefined))
    throw redirect({ to: '/manage/statistics', search: moved, replace: true })
}
