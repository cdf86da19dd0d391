import { useRef } from 'react'
import { copy } from '../text/copy.ts'
import styles from './controls.module.css'
import { Button } from './controls.tsx'
import { useCopy } from './use-copy.ts'

type CopyableProps = {
  text: string
  /** Accessible name of the button: what it copies. */
  label: string
  /** For a text of several lines. */
  block?: boolean
  onCopied?: () => void
}

/** A text with a copy button. The button confirms the copy itself, because a toast would be hidden behind a dialog. */
export function Copyable({ text, label, block = false, onCopied }: CopyableProps) {
  const shown = useRef<HTMLElement>(null)
  const [outcome, copyText] = useCopy(text)
  const take = async () => {
    if (await copyText()) onCopied?.()
    else if (shown.current !== null) getSelection()?.selectAllChildren(shown.current) // for Ctrl+C
  }

  return (
    <span className={block ? styles.copyableBlock : styles.copyable}>
      <code ref={shown} onCopy={onCopied} tabIndex={block ? 0 : undefined}>
        {text}
      </code>
      <Button aria-label={label} onClick={() => void take()}>
        {outcome === 'copied' ? copy.actions.copied : copy.actions.copy}
      </Button>
      <span role="status" className={outcome === 'failed' ? styles.byHand : styles.unseen}>
        {outcome === 'copied' && copy.actions.copied}
        {outcome === 'failed' && copy.actions.copyByHand}
      </span>
    </span>
  )
}
