import { copy } from '../text/copy.ts'
import styles from './controls.module.css'
import { Button } from './controls.tsx'
import { useCopy } from './use-copy.ts'

const words = { copied: copy.actions.copied, failed: copy.actions.copyFailed }

/** Copies a text that is not on show, and says so on itself. */
export function CopyButton({ text, children }: { text: string; children: string }) {
  const [said, copyText] = useCopy(text)
  const word = said && words[said]
  return (
    <>
      <Button onClick={() => void copyText()}>{word ?? children}</Button>
      <span role="status" className={styles.unseen}>
        {word}
      </span>
    </>
  )
}
