import { useRef } from 'react'
import { copy } from '../text/copy.ts'
import styles from './controls.module.css'
import { Button } from './controls.tsx'
import { useCopy } from './use-copy.ts'

type CopyableProps = {
  text: string
  /** What the button copies, for those who hear it alone. */
  label: string
  /** Several lines. */
  block?: boolean
  onCopied?: () => void
}

/** A text to take along, with a button that copies it and says so on itself: a toast would be behind a dialog. */
export function Copyable({ text, label, block = false, onCopied }: CopyableProps) {
  const shown = useRef<HTMLElement>(null)
  const [said, copyText] = useCopy(text)
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
        {said === 'copied' ? copy.actions.copied : copy.actions.copy}
      </Button>
      <span role="status" className={said === 'failed' ? styles.byHand : styles.unseen}>
        {said === 'copied' && copy.actions.copied}
        {said === 'failed' && copy.actions.copyByHand}
      </span>
    </span>
  )
}
