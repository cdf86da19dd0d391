import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { choiceOf, dayOf, ofStore, searchOf, sortOf } from '../list/list-search.ts'
import { shell } from '../shell/route.tsx'

const search = searchOf(
  ofStore,
  sortOf('name', 'visits', 'before', 'sales'),
  // The other parameters belong to addresses that were saved when this page contained the statistics.
  choiceOf('range', ['today', 'week', 'month']),
  dayOf('from'),
  dayOf('to'),
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

/** @throws a redirect to the statistics if the address selects a period */
function goToStatistics({ sort: _, ...moved }: Search): void {
  const { range, from, to } = moved
  if (range !== undefined || from !== undefined || to !== undefined)
    throw redirect({ to: '/manage/statistics', search: moved, replace: true })
}
