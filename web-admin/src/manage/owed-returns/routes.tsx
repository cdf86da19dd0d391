import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { choiceOf, paged, searchOf, sortOf } from '../list/list-search.ts'
import { shell } from '../shell/route.tsx'

export const owedReturnRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/owedReturns',
    validateSearch: searchOf(paged, choiceOf('state', ['settled']), sortOf('since', 'amount')),
    component: lazyRouteComponent(() => import('./OwedReturnsPage.tsx'), 'OwedReturnsPage'),
  }),
] as const
