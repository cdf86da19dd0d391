import { copy } from '../text/copy.ts'
import styles from './controls.module.css'
import { Button } from './controls.tsx'
import { useCopy } from './use-copy.ts'

const labels = { copied: copy.actions.copied, failed: copy.actions.copyFailed }

/** Copies a text that is not visible, and confirms it on the button. */
export function CopyButton({ text, children }: { text: string; children: string }) {
  const [outcome, copyText] = useCopy(text)
  const label = outcome && labels[outcome]
  return (
    <>
      <Button onClick={() => void copyText()}>{label ?? children}</Button>
      <span role="status" className={styles.unseen}>
        {label}
      </span>
    </>
  )
}
