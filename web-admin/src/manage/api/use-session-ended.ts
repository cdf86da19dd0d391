import { useCallback } from 'react'
import { createStore } from 'zustand/vanilla'
import { useGoToLogin } from '../../routing/use-go-to-login.ts'
import { hasUnsavedChanges } from '../page/unsaved-changes-guard.ts'

type SigningInAgain = {
  /** Whether the user is asked to sign in again over the current page. */
  open: boolean
  /** Whether the user has postponed it. */
  postponed: boolean
  /** Runs the action that the sign-in confirms, in a session that continues; undefined after a session has ended. */
  confirmed: (() => void) | undefined
}

export const signingInAgain = createStore<SigningInAgain>(() => ({
  open: false,
  postponed: false,
  confirmed: undefined,
}))

/** Whether leaving the page would lose input: unsaved changes of a form, an open dialog with fields, or a selection of items. */
const hasInput = () =>
  hasUnsavedChanges() || document.querySelector('dialog[open] :is(input, textarea, select), [data-has-input]') !== null

/**
 * Returns the function to call when the session has ended. On a page with input it asks the user to sign in again
 * there, so that the input stays; otherwise it goes to /login. A user who has postponed it is asked again only after an
 * own action.
 */
export function useSessionEnded(): (by?: 'user' | 'background') => void {
  const goToLogin = useGoToLogin()
  return useCallback(
    (by = 'user') => {
      const { open, postponed } = signingInAgain.getState()
      if (open) return
      if (!hasInput()) goToLogin()
      else if (by === 'user' || !postponed) signingInAgain.setState({ open: true, confirmed: undefined })
    },
    [goToLogin],
  )
}
