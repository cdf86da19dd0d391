import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { loginSearch } from './redirect-after-login.ts'

/** Returns a function that goes to /login and, after signing in, back to the current page. */
export function useGoToLogin(): () => void {
  const router = useRouter()
  return useCallback(() => {
    void router.navigate({ to: '/login', search: loginSearch(router.state.location.href), replace: true })
  }, [router])
}
