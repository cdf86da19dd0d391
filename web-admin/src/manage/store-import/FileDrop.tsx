import { Button } from '../components/controls.tsx'
import { useFileDrop } from '../components/use-file-drop.ts'
import { text } from './copy.ts'
import styles from './import.module.css'

type FileDropProps = {
  /** The last file is being read. */
  busy: boolean
  /** Another file has to wait. */
  disabled: boolean
  onFile: (file: File) => void
}

/** Takes a file by a click or by a drop. */
export function FileDrop({ busy, disabled, onFile }: FileDropProps) {
  const { place, input, choose } = useFileDrop(([file]) => {
    if (file !== undefined && !busy && !disabled) onFile(file)
  })
  return (
    <div className={styles.drop} {...place}>
      <input {...input} accept=".csv,.tsv,.txt,text/csv" />
      <Button busy={busy} disabled={disabled} aria-describedby="import-hint" onClick={() => busy || choose()}>
        {busy ? text.reading : text.choose}
      </Button>
      <p id="import-hint">{text.chooseHint}</p>
    </div>
  )
}
