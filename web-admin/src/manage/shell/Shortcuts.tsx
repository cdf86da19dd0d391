import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useLazyDialog } from '../components/use-lazy-dialog.ts'
import { letterOf, useNavigationGroups } from '../navigation/entries.ts'
import { letterShortcuts } from '../page/letter-shortcuts.ts'
import { onOpenShortcuts } from '../page/open-shortcuts.ts'
import { copy } from '../text/copy.ts'

const load = async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog

/** Milliseconds after G in which a letter opens a page. */
const patience = 1_500

/** Elements in which letters are text or have a meaning of their own. */
const takesLetters = 'input:not([type=checkbox], [type=radio]), textarea, select, [role=combobox], [role=listbox]'

/**
 * G and a letter open a page, and ? shows all shortcuts. The position of a key decides, so that the keys work in the
 * Korean layout. They do not work in fields, and while a dialog is open.
 */
export function Shortcuts() {
  const { Dialog, show, hide } = useLazyDialog(load, copy.failures.dialog)
  const navigate = useNavigate()
  const entries = useNavigationGroups().flatMap((group) => group.entries)
  const pressedG = useRef(Number.NEGATIVE_INFINITY)
  const open = useRef(show)
  open.current = show
  useEffect(() => onOpenShortcuts(() => open.current()), [])
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { code, timeStamp, target } = event
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || !letterShortcuts.getState().on) return
      const isText = target instanceof HTMLElement && (target.isContentEditable || target.matches(takesLetters))
      if (isText || document.querySelector('dialog[open]') !== null) return
      const isSecond = timeStamp - pressedG.current < patience
      const taken = isSecond ? entries.find(({ to }) => code === `Key${letterOf(to)}`) : undefined
      pressedG.current = !isSecond && code === 'KeyG' && !event.shiftKey ? timeStamp : Number.NEGATIVE_INFINITY
      if (taken !== undefined) void navigate({ to: taken.to })
      else if (code === 'Slash' && event.shiftKey) open.current()
      else return
      // Prevents that the letter is also taken as a key of the page, such as D in the list of doubtful reads.
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('keydown', pressed, { capture: true })
    return () => window.removeEventListener('keydown', pressed, { capture: true })
  })
  return Dialog !== null && <Dialog onClose={hide} />
}
