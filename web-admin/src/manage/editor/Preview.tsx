import { type ReactNode, useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../components/controls.tsx'
import { Dialog, DialogActions } from '../components/Dialog.tsx'
import { text } from './copy.ts'
import styles from './editor.module.css'
import { MarkdownView } from './MarkdownView.tsx'

type PreviewProps = {
  /** Title of the text. */
  title: string
  markdown: string
  onClose: () => void
  /** Notice below the text, about the consequences. */
  note?: ReactNode
  /** Buttons in place of the close button. */
  actions?: ReactNode
}

/** Preview of a text as members see it on their phones, light and dark. */
export function Preview({ title, markdown, onClose, note, actions }: PreviewProps) {
  const [look, setLook] = useState<'light' | 'dark'>(() =>
    matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
  )
  const id = useId()
  return createPortal(
    <Dialog title={text.previewOf} onClose={onClose}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend takes no part in the row */}
      <div role="group" aria-label={text.previewLook} className={styles.looks}>
        {(['light', 'dark'] as const).map((each) => (
          <Button key={each} aria-pressed={look === each} onClick={() => setLook(each)}>
            {each === 'light' ? text.previewLight : text.previewDark}
          </Button>
        ))}
      </div>
      <section className={styles.phone} data-look={look} aria-labelledby={id}>
        <h3 id={id}>{title}</h3>
        <MarkdownView markdown={markdown} />
      </section>
      {note}
      <DialogActions>
        {actions ?? (
          <Button tone="primary" onClick={onClose}>
            {text.previewClose}
          </Button>
        )}
      </DialogActions>
    </Dialog>,
    document.body,
  )
}
