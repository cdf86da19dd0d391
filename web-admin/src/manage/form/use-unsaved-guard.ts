import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { guardUnsavedChanges } from '../page/unsaved-changes-guard.ts'

/** The open question about leaving; null while none is open. */
export type Leaving = { answer: (leave: boolean) => void } | null

/**
 * Asks before unsaved changes are lost, on every way out: links, back, menus, search, sign-out; on closing the tab with the
 * browser's own question. `release` lets the next navigation pass, after saving.
 */
export function useUnsavedGuard(dirty: boolean) {
  const [leaving, setLeaving] = useState<Leaving>(null)
  const released = useRef(false)
  const ask = useRef(
    () =>
      new Promise<boolean>((resolve) => {
        const answer = (leave: boolean) => {
          setLeaving(null)
          resolve(leave)
        }
        setLeaving((before) => {
          // A second question while one is open replaces it; the first is answered with "stay".
          before?.answer(false)
          return { answer }
        })
      }),
  )
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (released.current || current.pathname === next.pathname) return false
      return !(await ask.current())
    },
    disabled: !dirty,
    enableBeforeUnload: () => dirty && !released.current,
  })
  useEffect(() => {
    if (!dirty) {
      released.current = false
      return
    }
    const leave = async () => {
      released.current ||= await ask.current()
      return released.current
    }
    return guardUnsavedChanges(leave)
  }, [dirty])

  return {
    leaving,
    release: () => {
      released.current = true
    },
  }
}
