import { useMay } from '../api/rights.tsx'
import { ReasonDialog } from '../components/ReasonDialog.tsx'
import { copy } from '../text/copy.ts'
import styles from './list.module.css'

type ExportDialogProps = {
  /** Name of the list, as the dialog's title has it. */
  name: string
  /** Whether the file masks personal data unless `full` is requested. */
  masks: boolean
  /** Downloads the file and closes the dialog. */
  run: (asked: { reason: string; full?: boolean }) => Promise<unknown>
  onClose: () => void
}

/** Asks for the reason of a file with personal data, and whether it is masked. */
export function ExportDialog({ name, masks, run, onClose }: ExportDialogProps) {
  const mayBeFull = useMay()('getMember') && masks
  return (
    <ReasonDialog
      title={copy.csv.title(name)}
      text={copy.csv.text}
      confirm={copy.csv.confirm}
      run={(reason, form) => run({ reason, ...(masks && { full: form.get('full') === 'on' }) })}
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
