import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { session } from './api.ts'
import { CrashPage } from './errors/CrashPage.tsx'
import { publicRoutes, requireSession, root } from './routes.tsx'

type Manage = typeof import('./manage/routes.tsx').manage

const withManagement = (manage: Manage) => root.addChildren([...publicRoutes, manage])

/** Stands for all management pages until somebody wants one, so that nobody else downloads even their addresses. */
const door = createRoute({
  getParentRoute: () => root,
  path: '/manage/$',
  beforeLoad: async ({ location }) => {
    requireSession({ location })
    if (session.isScreen()) return
    const { manage } = await import('./manage/routes.tsx')
    withManagement(manage)
    router.setRoutes(router.buildRouteTree())
    throw redirect({ href: location.href, replace: true })
  },
  // Only a wall screen gets that far.
  component: lazyRouteComponent(() => import('./kiosk/WallScreenPage.tsx'), 'WallScreenPage'),
})

export const router = createRouter({
  routeTree: root.addChildren([...publicRoutes, door]),
  defaultErrorComponent: CrashPage,
  scrollRestoration: true,
  // Another thing is another page: nothing that belongs to the one before is taken along. A search stays on its page.
  defaultRemountDeps: ({ params }) => params,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createRouter<ReturnType<typeof withManagement>>>
  }
}
