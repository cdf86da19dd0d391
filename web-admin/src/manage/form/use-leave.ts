import { useNavigate } from '@tanstack/react-router'
import { mayLeave } from '../page/unsaved-changes-guard.ts'

/** Leads away from a form to its list; resolves to false where unsaved work keeps whoever is here. */
export function useLeave() {
  const navigate = useNavigate()
  return async (to: string): Promise<boolean> => {
    if (!(await mayLeave())) return false
    // Asked once is enough. A blocked navigation would be carried out with the next one.
    await navigate({ to, ignoreBlocker: true })
    return true
  }
}
