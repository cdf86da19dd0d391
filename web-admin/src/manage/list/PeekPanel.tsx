import { type ReactNode, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../components/controls.tsx'
import { announce } from '../page/announce.ts'
import { copy } from '../text/copy.ts'
import styles from './peek.module.css'

/** The panel beside a list, with what a row stands for. */
export function PeekPanel({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  // The focus stays in the list, so that a screen reader would not notice the panel.
  useEffect(() => announce(copy.peek.opened), [])
  // In the body: a fixed element in the page, which is a container, would scroll with it.
  return createPortal(
    <aside
      className={styles.peek}
      aria-label={copy.peek.label}
      onKeyDown={({ key, target }) => {
        // A dialog that was opened in the panel closes by itself.
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
