import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { loginSearch } from './redirect-after-login.ts'

/** The way to /login from wherever we are, to come back after signing in. */
export function useGoToLogin(): () => void {
  const router = useRouter()
  return useCallback(() => {
    void router.navigate({ to: '/login', search: loginSearch(router.state.location.href), replace: true })
  }, [router])
}
