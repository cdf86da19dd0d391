import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { session } from './api.ts'
import { CrashPage } from './errors/CrashPage.tsx'
import { NotFoundPage } from './errors/NotFoundPage.tsx'
import { loginSearch } from './login/redirect.ts'

/** Lets nobody in without tokens. Whether they are still good is found out by the first call. */
function requireSession({ location }: { location: { href: string } }) {
  if (!session.exists()) throw redirect({ to: '/login', search: loginSearch(location.href) })
}

const root = createRootRoute({
  notFoundComponent: NotFoundPage,
})

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: (search: Record<string, unknown>) => loginSearch(search.redirect),
  component: lazyRouteComponent(() => import('./login/LoginPage.tsx'), 'LoginPage'),
})

const landing = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: requireSession,
  component: lazyRouteComponent(() => import('./landing/LandingPage.tsx'), 'LandingPage'),
})

const connect = createRoute({
  getParentRoute: () => root,
  path: '/connect',
  beforeLoad: requireSession,
  /** `storeId`: visits of one store alone. `mask`: names and plates masked by the server. */
  validateSearch: (search: Record<string, unknown>): { storeId?: string; mask?: boolean } => ({
    ...(typeof search.storeId === 'string' ? { storeId: search.storeId } : {}),
    ...(search.mask === true ? { mask: true } : {}),
  }),
  component: lazyRouteComponent(() => import('./connect/ConnectPage.tsx'), 'ConnectPage'),
})

export const router = createRouter({
  routeTree: root.addChildren([login, landing, connect]),
  defaultErrorComponent: CrashPage,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
