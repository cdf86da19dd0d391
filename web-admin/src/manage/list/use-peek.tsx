import { type ComponentType, type FocusEvent, type KeyboardEvent, useState } from 'react'
import { useLazyDialog } from '../components/use-lazy-dialog.ts'
import { focusTitle } from '../page/focus-title.ts'
import { copy } from '../text/copy.ts'

/** `id`: of the row that has the focus. */
export type PeekProps = { id: string; onClose: () => void }
/** Loads the panel of a list. */
export type Peek = () => Promise<ComponentType<PeekProps>>

/** In a narrower window the panel would cover its row. */
const wideEnough = () => window.matchMedia('(min-width: 900px)').matches

/** The link of the row in which an event happened. */
const rowOf = (target: EventTarget) => (target instanceof Element ? target.closest<HTMLElement>('a[data-row]') : null)

const noPeek: Peek = () => Promise.reject(new Error('The list has no panel.'))

/**
 * A look at the rows of a list without leaving it. Space on the link of a row opens a panel beside the list and closes it. The
 * focus stays in the list: the panel follows it, and the arrow keys move it from row to row. Escape closes the panel.
 * @param load without it the keys do nothing
 */
export function usePeek(load: Peek | undefined) {
  const [id, setId] = useState<string>()
  const { Dialog: PeekPanel, show, hide } = useLazyDialog(load ?? noPeek, copy.failures.dialog)
  const isOpen = PeekPanel !== null
  const close = () => {
    hide()
    const row = document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id ?? '')}"]`)
    row === null ? focusTitle() : row.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rowOf(event.target)
    if (row === null || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    if (isOpen && (event.key === ' ' || event.key === 'Escape')) close()
    else if (event.key === ' ' && wideEnough()) {
      setId(row.dataset.row)
      show()
    } else if (isOpen && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('a[data-row]')]
      rows[rows.indexOf(row) + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
    } else return
    event.preventDefault()
  }
  const onFocus = ({ target }: FocusEvent) => {
    const row = rowOf(target)
    if (isOpen && row !== null) setId(row.dataset.row)
  }
  if (load === undefined) return { panel: null, keys: {} }
  return {
    keys: { onKeyDown, onFocus },
    panel: PeekPanel !== null && id !== undefined && <PeekPanel id={id} onClose={close} />,
  }
}
