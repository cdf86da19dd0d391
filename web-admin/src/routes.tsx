import { createRootRoute, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { session } from './api.ts'
import { connectSearch } from './connect/search.ts'
import { NotFoundPage } from './errors/NotFoundPage.tsx'
import { loginSearch } from './login/redirect.ts'

/** Lets nobody in without tokens. Whether they are still good is found out by the first call. */
export function requireSession({ location }: { location: { href: string } }) {
  if (!session.exists()) throw redirect({ to: '/login', search: loginSearch(location.href) })
}

export const root = createRootRoute({
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
  validateSearch: connectSearch,
  component: lazyRouteComponent(() => import('./connect/ConnectPage.tsx'), 'ConnectPage'),
})

/** What wall screens and everybody else load; the management pages come behind their own door (router.tsx). */
export const publicRoutes = [login, landing, connect] as const
