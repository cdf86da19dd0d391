import { useNavigate } from '@tanstack/react-router'
import { logout } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { removeDrafts } from '../page/drafts.ts'
import { mayLeave } from '../page/unsaved-changes-guard.ts'
import { copy } from '../text/copy.ts'
import { flushDeletions } from '../undo/undoable-delete.ts'

/** Milliseconds that signing out waits for pending deletions to be sent. */
const patience = 1_500

/**
 * Returns a function that signs out, after the question about unsaved changes; with `discarding` the user has agreed to lose
 * them. It does not wait for the server.
 */
export function useSignOut({ discarding = false } = {}): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    if (!discarding && !(await mayLeave())) return
    // If the server does not respond, sign out without waiting longer.
    await Promise.race([flushDeletions(), new Promise((resolve) => setTimeout(resolve, patience))])
    removeDrafts()
    void logout()
    notify.success(copy.account.signedOut)
    void navigate({ to: '/login', ignoreBlocker: discarding })
  }
}
