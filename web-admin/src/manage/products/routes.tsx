import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shell } from '../shell/route.tsx'

const page = () => import('./ProductPage.tsx')

export const productRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/products',
    component: lazyRouteComponent(() => import('./ProductsPage.tsx'), 'ProductsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/products/new',
    staticData: { needs: 'createProduct' },
    component: lazyRouteComponent(page, 'NewProductPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/products/$id',
    component: lazyRouteComponent(page, 'ProductPage'),
  }),
] as const
