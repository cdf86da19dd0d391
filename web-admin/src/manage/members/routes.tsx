import { memberStatuses } from '@kingcar/contract'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { choiceOf, paged, searchOf, sortOf, textOf } from '../list/list-search.ts'
import { shell } from '../shell/route.tsx'

export const memberRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/members',
    validateSearch: searchOf(
      paged,
      textOf('q'),
      choiceOf('status', memberStatuses),
      sortOf('createdAt', 'name', 'email'),
    ),
    component: lazyRouteComponent(() => import('./MembersPage.tsx'), 'MembersPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/members/$id',
    component: lazyRouteComponent(() => import('./MemberPage.tsx'), 'MemberPage'),
  }),
] as const
