import { orderStates } from '@kingcar/contract'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { choiceOf, idOf, ofPeriod, ofStore, paged, searchOf, sortOf, textOf } from '../list/list-search.ts'
import { shell } from '../shell/route.tsx'

export const orderRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/orders',
    validateSearch: searchOf(
      paged,
      textOf('q'),
      ofStore,
      choiceOf('state', orderStates),
      choiceOf('cashReceipt', ['refused']),
      idOf('couponId'),
      ofPeriod,
      sortOf('createdAt', 'paidAt', 'amount'),
    ),
    component: lazyRouteComponent(() => import('./OrdersPage.tsx'), 'OrdersPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/orders/$id',
    component: lazyRouteComponent(() => import('./OrderPage.tsx'), 'OrderPage'),
  }),
] as const
