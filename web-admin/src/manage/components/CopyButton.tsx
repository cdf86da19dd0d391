import { useEffect, useState } from 'react'
import { copy } from '../copy.ts'
import styles from './controls.module.css'
import { Button } from './controls.tsx'

/** Copies a text that is not on show, and says so on itself. */
export function CopyButton({ text, children }: { text: string; children: string }) {
  const [said, setSaid] = useState<string>()
  useEffect(() => {
    if (said === undefined) return
    const timer = setTimeout(() => setSaid(undefined), 4_000)
    return () => clearTimeout(timer)
  }, [said])

  const copyText = async () => {
    // Browsers offer the clipboard on secure origins alone, and may refuse it.
    const done = await (navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    ) ?? false)
    setSaid(done ? copy.actions.copied : copy.actions.copyFailed)
  }
  return (
    <>
      <Button onClick={() => void copyText()}>{said ?? children}</Button>
      <span role="status" className={styles.unseen}>
        {said}
      </span>
    </>
  )
}
