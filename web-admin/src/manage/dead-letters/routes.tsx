import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paged, searchOf } from '../list/list-search.ts'
import { shell } from '../shell/route.tsx'

export const deadLetterRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/deadLetters',
    validateSearch: searchOf(paged),
    component: lazyRouteComponent(() => import('./DeadLettersPage.tsx'), 'DeadLettersPage'),
  }),
] as const
