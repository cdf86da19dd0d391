import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loginSearch } from '../routing/redirect-after-login.ts'
import { requireSession, root } from '../routing/root-route.ts'
import { connectSearch } from '../wall/connect/connect-search.ts'

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: (search: Record<string, unknown>) => loginSearch(search.redirect),
  component: lazyRouteComponent(() => import('../login/LoginPage.tsx'), 'LoginPage'),
})

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyRouteComponent(() => import('../login/InvitationPage.tsx'), 'InvitationPage'),
})

const password = createRoute({
  getParentRoute: () => root,
  path: '/password',
  component: lazyRouteComponent(() => import('../login/PasswordPage.tsx'), 'PasswordPage'),
})

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: lazyRouteComponent(() => import('../login/SetupPage.tsx'), 'SetupPage'),
})

const landing = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: requireSession,
  component: lazyRouteComponent(() => import('../wall/landing/LandingPage.tsx'), 'LandingPage'),
})

const connect = createRoute({
  getParentRoute: () => root,
  path: '/connect',
  validateSearch: connectSearch,
  // An unattended screen never shows a sign-in form: without a session its page says that it is not connected.
  beforeLoad: ({ location, search }) => {
    if (search.kiosk === undefined) requireSession({ location })
  },
  component: lazyRouteComponent(() => import('../wall/connect/ConnectPage.tsx'), 'ConnectPage'),
})

const pair = createRoute({
  getParentRoute: () => root,
  path: '/pair',
  component: lazyRouteComponent(() => import('../wall/pairing/PairPage.tsx'), 'PairPage'),
})

/** Every browser downloads these routes. The management routes are downloaded separately (router.tsx). */
export const publicRoutes = [login, invitation, password, setup, landing, connect, pair] as const
