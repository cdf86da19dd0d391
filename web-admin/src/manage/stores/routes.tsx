import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { choiceOf, dayOf, idsOf, paged, searchOf, sortOf } from '../list/list-search.ts'
import { shell } from '../shell/route.tsx'
import { mostCompared } from './compared-stores.ts'

const page = () => import('./StorePage.tsx')

export const storeRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/stores',
    validateSearch: searchOf(paged, sortOf('createdAt', 'name')),
    component: lazyRouteComponent(() => import('./StoresPage.tsx'), 'StoresPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/stores/new',
    staticData: { needs: 'createStore' },
    component: lazyRouteComponent(page, 'NewStorePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/stores/compare',
    validateSearch: searchOf(
      idsOf('stores', mostCompared),
      choiceOf('range', ['today', 'week', 'month']),
      dayOf('from'),
      dayOf('to'),
      choiceOf('compareWith', ['sameWeekdays', 'lastYear']),
    ),
    staticData: { needs: 'getMoneyFigures' },
    component: lazyRouteComponent(() => import('./CompareStoresPage.tsx'), 'CompareStoresPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/stores/$id',
    component: lazyRouteComponent(() => import('./StoreOverviewPage.tsx'), 'StoreOverviewPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/stores/$id/edit',
    component: lazyRouteComponent(page, 'StorePage'),
  }),
] as const
