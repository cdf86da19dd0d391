import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { requireSession, root } from '../../routes.tsx'

/** What stands around every management page. */
export const shell = createRoute({
  getParentRoute: () => root,
  path: '/manage',
  beforeLoad: requireSession,
  component: lazyRouteComponent(() => import('./Shell.tsx'), 'Shell'),
})
