import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { requireSession, root } from '../../routing/root-route.ts'

const load = () => import('./Shell.tsx')

/** What stands around every management page. */
export const shell = createRoute({
  getParentRoute: () => root,
  path: '/manage',
  beforeLoad: requireSession,
  component: lazyRouteComponent(load, 'Shell'),
  notFoundComponent: lazyRouteComponent(load, 'PageMissing'),
})

/** A page that broke, with the shell still around it. */
export const PageCrash = lazyRouteComponent(load, 'PageCrash')
