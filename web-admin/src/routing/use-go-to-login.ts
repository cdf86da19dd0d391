import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { session } from '../api/api.ts'
import { loginSearch } from './redirect-after-login.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The session has ended by itself: /login says so. */
    sessionEnded?: boolean
  }
}

/**
 * Returns a function that goes to /login. That page says that the session has ended, and after signing in returns to
 * the current page.
 */
export function useGoToLogin(): () => void {
  const router = useRouter()
  return useCallback(() => {
    const search = loginSearch(router.state.location.href)
    void router.navigate({ to: '/login', search, replace: true, state: { sessionEnded: !session.exists() } })
  }, [router])
}
