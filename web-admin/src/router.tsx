import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { session } from './api.ts'
import { connectSearch } from './connect/search.ts'
import { CrashPage } from './errors/CrashPage.tsx'
import { NotFoundPage } from './errors/NotFoundPage.tsx'
import { loginSearch } from './login/redirect.ts'

type Search = Record<string, unknown>

/** Lets nobody in without tokens. Whether they are still good is found out by the first call. */
function requireSession({ location }: { location: { href: string } }) {
  if (!session.exists()) throw redirect({ to: '/login', search: loginSearch(location.href) })
}

/** One store's alone. */
const ofStore = ({ storeId }: Search): { storeId?: string } => (typeof storeId === 'string' ? { storeId } : {})

/** A page of a list, from 0; the first one needs no mention. */
const paged = ({ page }: Search): { page?: number } =>
  typeof page === 'number' && Number.isSafeInteger(page) && page > 0 ? { page } : {}

const root = createRootRoute({
  notFoundComponent: NotFoundPage,
})

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: (search: Search) => loginSearch(search.redirect),
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

const manage = createRoute({
  getParentRoute: () => root,
  path: '/manage',
  beforeLoad: requireSession,
  component: lazyRouteComponent(() => import('./manage/shell/Shell.tsx'), 'Shell'),
})

const visits = createRoute({
  getParentRoute: () => manage,
  path: '/',
  validateSearch: (search: Search) => ({ ...ofStore(search), ...paged(search) }),
  component: lazyRouteComponent(() => import('./manage/visits/VisitsPage.tsx'), 'VisitsPage'),
})

const devices = createRoute({
  getParentRoute: () => manage,
  path: '/devices',
  validateSearch: paged,
  component: lazyRouteComponent(() => import('./manage/devices/DevicesPage.tsx'), 'DevicesPage'),
})

const deadLetters = createRoute({
  getParentRoute: () => manage,
  path: '/deadLetters',
  validateSearch: paged,
  component: lazyRouteComponent(() => import('./manage/dead-letters/DeadLettersPage.tsx'), 'DeadLettersPage'),
})

const settings = createRoute({
  getParentRoute: () => manage,
  path: '/settings',
  component: lazyRouteComponent(() => import('./manage/settings/SettingsPage.tsx'), 'SettingsPage'),
})

export const router = createRouter({
  routeTree: root.addChildren([login, landing, connect, manage.addChildren([visits, devices, deadLetters, settings])]),
  defaultErrorComponent: CrashPage,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
