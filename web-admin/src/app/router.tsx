import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { session } from '../api/api.ts'
import { CrashPage } from '../errors/CrashPage.tsx'
import { requireSession, root } from '../routing/root-route.ts'
import { publicRoutes } from './public-routes.tsx'

type Manage = typeof import('../manage/routes.tsx').manage

const withManagement = (manage: Manage) => root.addChildren([...publicRoutes, manage])

/** Placeholder for all management routes. The first visit below `/manage` downloads the real ones and replaces it. */
const managementPlaceholder = createRoute({
  getParentRoute: () => root,
  path: '/manage/$',
  beforeLoad: async ({ location }) => {
    requireSession({ location })
    if (session.isScreen()) return
    const { manage } = await import('../manage/routes.tsx')
    withManagement(manage)
    router.setRoutes(router.buildRouteTree())
    throw redirect({ href: location.href, replace: true })
  },
  // Rendered for wall screens only: all other sessions are redirected above.
  component: lazyRouteComponent(() => import('../wall/kiosk/WallScreenPage.tsx'), 'WallScreenPage'),
})

export const router = createRouter({
  routeTree: root.addChildren([...publicRoutes, managementPlaceholder]),
  defaultErrorComponent: CrashPage,
  scrollRestoration: true,
  // New path parameters remount the page, so no state of the previous entity remains. A changed search does not remount it.
  defaultRemountDeps: ({ params }) => params,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createRouter<ReturnType<typeof withManagement>>>
  }
}
