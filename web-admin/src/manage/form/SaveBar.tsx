import { Button } from '../components/controls.tsx'
import { Failure } from '../components/Failure.tsx'
import { copy } from '../text/copy.ts'
import { amount } from '../text/format.ts'
import styles from './form.module.css'

type SaveBarProps = {
  /** Saving is in progress. */
  busy: boolean
  /** Pictures are still being uploaded. */
  waiting: boolean
  /** Number of changed fields. */
  changes: number
  /** Why the last attempt to save failed; null if it did not. */
  failure: unknown
  onRevert: () => void
}

/**
 * Number of changed fields, and the buttons to save or revert them. A failure of saving is shown in the bar, which is
 * always in view, and not at the end of a long form.
 */
export function SaveBar({ busy, waiting, changes, failure, onRevert }: SaveBarProps) {
  return (
    <div className={styles.bar}>
      {failure !== null && (
        <div className={styles.failure}>
          <Failure title={copy.form.failed} cause={failure} />
        </div>
      )}
      <p role="status">
        {busy && waiting ? copy.form.waiting : changes > 0 ? copy.form.unsaved(amount(changes)) : null}
      </p>
      {changes > 0 && (
        <Button busy={busy} onClick={onRevert}>
          {copy.form.revert}
        </Button>
      )}
      <Button type="submit" tone="primary" busy={busy} aria-keyshortcuts="Control+S Meta+S">
        {busy ? copy.form.saving : copy.form.save}
      </Button>
    </div>
  )
}
