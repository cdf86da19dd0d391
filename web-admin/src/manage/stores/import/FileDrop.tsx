import { type ChangeEvent, type DragEvent, useRef, useState } from 'react'
import { Button } from '../../components/controls.tsx'
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
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = (files: FileList | null) => {
    const [file] = files ?? []
    if (file !== undefined && !busy && !disabled) onFile(file)
  }
  const dropped = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  const chosen = (event: ChangeEvent<HTMLInputElement>) => {
    take(event.target.files)
    event.target.value = '' // the same file can be chosen again, after it was changed
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a place to drop at; the button in it does the same
    <div
      className={styles.drop}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={dropped}
    >
      <input ref={input} type="file" accept=".csv,.tsv,.txt,text/csv" hidden onChange={chosen} />
      <Button
        busy={busy}
        disabled={disabled}
        aria-describedby="import-hint"
        onClick={() => busy || input.current?.click()}
      >
        {busy ? text.reading : text.choose}
      </Button>
      <p id="import-hint">{text.chooseHint}</p>
    </div>
  )
}
