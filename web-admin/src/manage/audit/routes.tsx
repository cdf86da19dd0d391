import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { choiceOf, idOf, ofPeriod, paged, searchOf, sortOf, textOf } from '../list/list-search.ts'
import { shell } from '../shell/route.tsx'
import { entities } from './entities.ts'

export const auditRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/audit',
    validateSearch: searchOf(paged, textOf('q'), choiceOf('entity', entities), idOf('actorId'), ofPeriod, sortOf('at')),
    component: lazyRouteComponent(() => import('./AuditPage.tsx'), 'AuditPage'),
  }),
] as const
