import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { paged, searchOf, sortOf } from '../list/list-search.ts'
import { shell } from '../shell/route.tsx'

const page = () => import('./NoticePage.tsx')

export const noticeRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/notices',
    validateSearch: searchOf(paged, sortOf('createdAt', 'publishedAt', 'title')),
    component: lazyRouteComponent(() => import('./NoticesPage.tsx'), 'NoticesPage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/notices/new',
    staticData: { needs: 'createNotice' },
    component: lazyRouteComponent(page, 'NewNoticePage'),
  }),
  createRoute({
    getParentRoute: () => shell,
    path: '/notices/$id',
    component: lazyRouteComponent(page, 'NoticePage'),
  }),
] as const
