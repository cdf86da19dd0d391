import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { choiceOf, idOf, searchOf } from '../list/list-search.ts'
import { shell } from '../shell/route.tsx'

export const subscriptionRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/subscriptions',
    validateSearch: searchOf(choiceOf('range', ['half', 'twoYears']), idOf('productId')),
    component: lazyRouteComponent(() => import('./SubscriptionsPage.tsx'), 'SubscriptionsPage'),
  }),
] as const
