import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { choiceOf, paged, searchOf, sortOf, textOf } from '../list/list-search.ts'
import { shell } from '../shell/route.tsx'

const page = () => import('./CouponPage.tsx')

export const couponRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/coupons',
    validateSearch: searchOf(paged, textOf('q'), choiceOf('state', ['current', 'ended']), sortOf('createdAt', 'name')),
    staticData: { needs: 'listCoupons' },
    component: lazyRouteComponent(() => import('./CouponsPage.tsx'), 'CouponsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/coupons/new',
    staticData: { needs: 'createCoupon' },
    component: lazyRouteComponent(page, 'NewCouponPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/coupons/$id',
    staticData: { needs: 'listCoupons' },
    component: lazyRouteComponent(page, 'CouponPage'),
  }),
] as const
