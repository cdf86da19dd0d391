import { createRootRoute, redirect } from '@tanstack/react-router'
import { session } from '../api/api.ts'
import { NotFoundPage } from '../errors/NotFoundPage.tsx'
import { loginSearch } from './redirect-after-login.ts'

export const root = createRootRoute({
  notFoundComponent: NotFoundPage,
})

/** Redirects to /login when this browser holds no tokens. The first API call finds out whether the tokens are still valid. */
export function requireSession({ location }: { location: { href: string } }) {
  if (!session.exists()) throw redirect({ to: '/login', search: loginSearch(location.href) })
}
