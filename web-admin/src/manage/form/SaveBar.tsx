import { Button } from '../components/controls.tsx'
import { copy } from '../text/copy.ts'
import { amount } from '../text/format.ts'
import styles from './form.module.css'

type SaveBarProps = {
  /** It is being saved. */
  busy: boolean
  /** Pictures are on their way. */
  waiting: boolean
  /** How many there are to save or to take back. */
  changes: number
  onRevert: () => void
}

/** What can be done with a form's changes, and how many there are. */
export function SaveBar({ busy, waiting, changes, onRevert }: SaveBarProps) {
  return (
    <div className={styles.bar}>
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
