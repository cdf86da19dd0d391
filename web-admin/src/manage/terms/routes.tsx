import { termsTypes } from '@kingcar/contract'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { choiceOf, idOf, searchOf } from '../list/list-search.ts'
import { shell } from '../shell/route.tsx'

const ofType = choiceOf('type', termsTypes)

export const termsRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/terms',
    validateSearch: searchOf(ofType),
    component: lazyRouteComponent(() => import('./TermsPage.tsx'), 'TermsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/terms/new',
    staticData: { needs: 'createTerms' },
    validateSearch: searchOf(ofType, idOf('from')),
    component: lazyRouteComponent(() => import('./NewTermsPage.tsx'), 'NewTermsPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/terms/$id',
    component: lazyRouteComponent(() => import('./TermsVersionPage.tsx'), 'TermsVersionPage'),
  }),
] as const
