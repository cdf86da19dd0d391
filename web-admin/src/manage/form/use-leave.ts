import { useNavigate } from '@tanstack/react-router'
import { mayLeave } from '../page/unsaved-changes-guard.ts'

/** Returns a function that leaves the form for `to`; it resolves to false if the user stays because of unsaved changes. */
export function useLeave() {
  const navigate = useNavigate()
  return async (to: string): Promise<boolean> => {
    if (!(await mayLeave())) return false
    // The user has already answered; with the blocker, a blocked navigation would run together with the next one.
    await navigate({ to, ignoreBlocker: true })
    return true
  }
}
