import { useLocation } from '@tanstack/react-router'
import { use, useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { RightsContext } from '../api/rights.tsx'
import { draftKey } from '../page/drafts.ts'
import { changesOf, type Fields } from './changes.ts'
import type { Loaded } from './use-save.ts'

/** Milliseconds without input until it is stored. */
const debounce = 300

/** `base` are the values that were changed. */
type Draft = { etag: string | null; base: Fields; changes: Fields }

/**
 * Keeps the unsaved changes of a form in this tab, by administrator and address, so that they survive a reload. Returns whether
 * they were restored: `same`, or `changed` if the entity has changed since.
 * @param base the state that the form is based on
 */
export function useDraft(form: UseFormReturn, base: Loaded, isOff: boolean) {
  const address = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr })
  const [opened] = useState(address)
  const [restored, setRestored] = useState<'same' | 'changed' | null>(null)
  const adminId = use(RightsContext)?.id ?? ''
  const key = useRef('')
  key.current = draftKey(adminId, opened) // another administrator may go on with the form
  const latest = useRef(base)
  latest.current = base

  useEffect(() => {
    if (isOff) return
    const draft = read(key.current)
    if (draft !== null) {
      // Changes that another administrator made in the meantime are not overwritten.
      const changedThere = changesOf(draft.base, latest.current.values)
      for (const [name, value] of Object.entries(draft.changes)) {
        if (Object.hasOwn(form.getValues(), name) && !Object.hasOwn(changedThere, name))
          form.setValue(name, value, { shouldDirty: true })
      }
      setRestored(draft.etag === latest.current.etag ? 'same' : 'changed')
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const store = () => {
      clearTimeout(timer)
      timer = undefined
      const { values, etag } = latest.current
      const changes = changesOf(values, form.getValues())
      if (Object.keys(changes).length === 0) sessionStorage.removeItem(key.current)
      else write(key.current, { etag, base: values, changes })
    }
    const leaving = () => timer !== undefined && store()
    const { unsubscribe } = form.watch(() => {
      clearTimeout(timer)
      timer = setTimeout(store, debounce)
    })
    window.addEventListener('pagehide', leaving)
    return () => {
      unsubscribe()
      clearTimeout(timer)
      window.removeEventListener('pagehide', leaving)
    }
  }, [form, isOff])

  return {
    restored,
    /** Forgets the draft: the changes were saved or given up. */
    remove: () => {
      sessionStorage.removeItem(key.current)
      setRestored(null)
    },
  }
}

function read(key: string): Draft | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null')
  } catch {
    return null // not written by the console
  }
}

function write(key: string, draft: Draft): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // The storage is full: the changes stay on the page.
  }
}
