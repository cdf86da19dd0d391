import { useMay } from '../api/rights.tsx'
import { ReasonDialog } from '../components/ReasonDialog.tsx'
import { copy } from '../text/copy.ts'
import styles from './list.module.css'

type ExportDialogProps = {
  /** Of the file. */
  name: string
  /** Downloads the file and closes the dialog. */
  run: (asked: { reason: string; full: boolean }) => Promise<unknown>
  onClose: () => void
}

/** Asks for the reason of a file with personal data, and whether it is masked. */
export function ExportDialog({ name, run, onClose }: ExportDialogProps) {
  const mayBeFull = useMay()('getMember')
  return (
    <ReasonDialog
      title={copy.csv.title(name)}
      text={copy.csv.text}
      confirm={copy.csv.confirm}
      run={(reason, form) => run({ reason, full: form.get('full') === 'on' })}
      onClose={onClose}
    >
      {mayBeFull && (
        <label className={styles.full}>
          <input type="checkbox" name="full" />
          {copy.csv.full}
        </label>
      )}
    </ReasonDialog>
  )
}
