import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { requireSession, root } from '../../routing/root-route.ts'

const load = () => import('./Shell.tsx')

/** Parent route of every management page. */
export const shell = createRoute({
  getParentRoute: () => root,
  path: '/manage',
  beforeLoad: requireSession,
  component: lazyRouteComponent(load, 'Shell'),
  notFoundComponent: lazyRouteComponent(load, 'PageMissing'),
})

/** Error component of the management pages, inside the shell. */
export const PageCrash = lazyRouteComponent(load, 'PageCrash')
