import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shell } from '../shell/route.tsx'

export const storeImportRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/stores/import',
    staticData: { needs: 'createStore' },
    component: lazyRouteComponent(() => import('./ImportStoresPage.tsx'), 'ImportStoresPage'),
  }),
] as const
