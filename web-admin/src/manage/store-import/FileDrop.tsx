import { Button } from '../components/controls.tsx'
import { useFileDrop } from '../components/use-file-drop.ts'
import { text } from './copy.ts'
import styles from './import.module.css'

type FileDropProps = {
  /** A file is being read. */
  busy: boolean
  /** No other file can be chosen now. */
  disabled: boolean
  onFile: (file: File) => void
}

/** Accepts a file by file picker or drop. */
export function FileDrop({ busy, disabled, onFile }: FileDropProps) {
  const { dropZone, input, choose } = useFileDrop(([file]) => {
    if (file !== undefined && !busy && !disabled) onFile(file)
  })
  return (
    <div className={styles.drop} {...dropZone}>
      <input {...input} accept=".csv,.tsv,.txt,text/csv" />
      <Button busy={busy} disabled={disabled} aria-describedby="import-hint" onClick={() => busy || choose()}>
        {busy ? text.reading : text.choose}
      </Button>
      <p id="import-hint">{text.chooseHint}</p>
    </div>
  )
}
