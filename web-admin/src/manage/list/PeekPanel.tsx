import { type ReactNode, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../components/controls.tsx'
import { announce } from '../page/announce.ts'
import { copy } from '../text/copy.ts'
import styles from './peek.module.css'

/** The panel beside a list, with the entity of a row. */
export function PeekPanel({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  // The focus stays in the list, so a screen reader would not notice the panel without an announcement.
  useEffect(() => announce(copy.peek.opened), [])
  // Rendered in the body: in the page, which is a container, a fixed element would scroll with it.
  return createPortal(
    <aside
      className={styles.peek}
      aria-label={copy.peek.label}
      onKeyDown={({ key, target }) => {
        // A dialog that was opened in the panel handles Escape itself.
        if (key === 'Escape' && target instanceof Element && target.closest('dialog') === null) onClose()
      }}
    >
      <header>
        <span>{copy.peek.keys}</span>
        <Button onClick={onClose}>{copy.actions.close}</Button>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled needs the focus */}
      <section className={styles.content} tabIndex={0} aria-label={copy.peek.content}>
        {children}
      </section>
    </aside>,
    document.body,
  )
}
