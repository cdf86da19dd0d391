import { ApiError } from '@kingcar/client'
import { useRef, useState } from 'react'
import { SignedOutError } from '../../api/session.ts'
import { signingInAgain, useSessionEnded } from './use-session-ended.ts'

/**
 * Runs an action of the user, one at a time, and keeps its failure for display. If the session has ended, or the action
 * needs a fresh sign-in, the user signs in again; in the latter case the action is then repeated.
 */
export function useAction<A extends unknown[]>(run: (...args: A) => Promise<unknown>) {
  const sessionEnded = useSessionEnded()
  const running = useRef(false)
  const [state, setState] = useState<{ busy: boolean; failure: unknown }>({ busy: false, failure: null })

  const act = async (...args: A) => {
    if (running.current) return
    running.current = true
    setState({ busy: true, failure: null })
    let failure: unknown = null
    try {
      await run(...args)
    } catch (cause) {
      if (cause instanceof SignedOutError) sessionEnded()
      if (cause instanceof ApiError && cause.code === 'FRESH_SIGN_IN_REQUIRED')
        signingInAgain.setState({ open: true, confirmed: () => void act(...args) })
      failure = cause
    }
    running.current = false
    setState({ busy: false, failure })
  }
  return { ...state, act: (...args: A) => void act(...args) }
}
