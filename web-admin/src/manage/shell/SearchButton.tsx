import { useEffect } from 'react'
import { useLazyDialog } from '../components/use-lazy-dialog.ts'
import { copy } from './copy.ts'
import styles from './shell.module.css'

const load = async () => (await import('./Palette.tsx')).Palette
const key = /Mac|iP(hone|ad)/.test(navigator.userAgent) ? 'Cmd K' : 'Ctrl K'

/** Opens the search, by click or by Ctrl+K. */
export function SearchButton() {
  const { Dialog, prepare, show, hide } = useLazyDialog(load, copy.searchFailed)
  // Loaded in advance, so that keys typed right after Ctrl+K reach the search field.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the first page
  useEffect(prepare, [])
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.code !== 'KeyK' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      if (!event.isComposing && document.querySelector('dialog[open]') === null) show()
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  })
  return (
    <>
      <button
        type="button"
        className={styles.search}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={show}
      >
        <svg viewBox="0 0 20 20" width="20" height="20" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden>
          <circle cx="9" cy="9" r="5.5" />
          <path d="m13.2 13.2 4 4" strokeLinecap="round" />
        </svg>
        <span>{copy.search}</span>
        <kbd aria-hidden>{key}</kbd>
      </button>
      {Dialog !== null && <Dialog onClose={hide} />}
    </>
  )
}
