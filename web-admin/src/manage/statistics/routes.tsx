import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { choiceOf, dayOf, ofStore, searchOf } from '../list/list-search.ts'
import { shell } from '../shell/route.tsx'

export const statisticsRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/statistics',
    validateSearch: searchOf(
      choiceOf('range', ['today', 'week', 'month']),
      dayOf('from'),
      dayOf('to'),
      ofStore,
      choiceOf('tab', ['money', 'uses']),
      choiceOf('by', ['hour', 'day', 'week', 'month']),
      choiceOf('group', ['product', 'method']),
      choiceOf('compareWith', ['sameWeekdays', 'lastYear']),
    ),
    component: lazyRouteComponent(() => import('./StatisticsPage.tsx'), 'StatisticsPage'),
  }),
] as const
