import { priceConsentStates, productTypes, renewalStates, userProductStates } from '@kingcar/contract'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { choiceOf, idOf, paged, searchOf, sortOf, textOf } from '../list/list-search.ts'
import { shell } from '../shell/route.tsx'

export const userProductRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/userProducts',
    validateSearch: searchOf(
      paged,
      textOf('q'),
      choiceOf('type', productTypes),
      choiceOf('state', userProductStates),
      choiceOf('renewal', renewalStates),
      choiceOf('priceConsent', priceConsentStates),
      idOf('productId'),
      idOf('memberId'),
      sortOf('createdAt', 'startsAt', 'endsAt'),
    ),
    component: lazyRouteComponent(() => import('./UserProductsPage.tsx'), 'UserProductsPage'),
  }),
] as const
