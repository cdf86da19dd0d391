import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shell } from '../shell/route.tsx'

const page = () => import('./BannerPage.tsx')

export const bannerRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/banners',
    component: lazyRouteComponent(() => import('./BannersPage.tsx'), 'BannersPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/banners/new',
    staticData: { needs: 'createBanner' },
    component: lazyRouteComponent(page, 'NewBannerPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/banners/$id',
    component: lazyRouteComponent(page, 'BannerPage'),
  }),
] as const
