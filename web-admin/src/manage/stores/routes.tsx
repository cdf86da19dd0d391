import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paged, searchOf, sortOf } from '../list/list-search.ts'
import { shell } from '../shell/route.tsx'

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
    path: '/stores/$id',
    component: lazyRouteComponent(() => import('./StoreOverviewPage.tsx'), 'StoreOverviewPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/stores/$id/edit',
    component: lazyRouteComponent(page, 'StorePage'),
  }),
] as const
