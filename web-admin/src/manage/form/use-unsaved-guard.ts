import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { guardUnsavedChanges } from '../page/unsaved-changes-guard.ts'

/** What the question on leaving waits for; null while nobody is asked. */
export type Leaving = { answer: (leave: boolean) => void } | null

/**
 * Asks before unsaved work is lost, on every way out: links, back, menus, the search, signing out; closing the tab by the
 * browser's own question. `release` lets the next navigation through: of what was just saved.
 */
export function useUnsavedGuard(dirty: boolean) {
  const [leaving, setLeaving] = useState<Leaving>(null)
  const free = useRef(false)
  const ask = useRef(
    () =>
      new Promise<boolean>((resolve) => {
        const answer = (leave: boolean) => {
          setLeaving(null)
          resolve(leave)
        }
        setLeaving((before) => {
          // Asked twice at once: the first way out has been given up.
          before?.answer(false)
          return { answer }
        })
      }),
  )
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (free.current || current.pathname === next.pathname) return false
      return !(await ask.current())
    },
    disabled: !dirty,
    enableBeforeUnload: () => dirty && !free.current,
  })
  useEffect(() => {
    if (!dirty) {
      free.current = false
      return
    }
    const leave = async () => {
      free.current ||= await ask.current()
      return free.current
    }
    return guardUnsavedChanges(leave)
  }, [dirty])

  return {
    leaving,
    release: () => {
      free.current = true
    },
  }
}
