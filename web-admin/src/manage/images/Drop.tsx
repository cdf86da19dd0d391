import { type ChangeEvent, type DragEvent, useRef, useState } from 'react'
import { Button } from '../components/controls.tsx'
import { copy } from '../copy.ts'
import { percent } from '../format.ts'
import styles from './images.module.css'
import { useObjectUrl } from './Picture.tsx'
import { imageTypes } from './upload.ts'
import type { Upload } from './use-upload.ts'

type DropProps = {
  /** Of the control, whose label stands around it. */
  id: string
  describedBy: string
  invalid: boolean
  /** What the picture is, and what the button does about it. */
  label: string
  word: string
  /** Whether there can be more than one; else the first is taken. */
  several?: boolean
  onFiles: (files: readonly File[]) => void
}

/** Takes pictures by a click, by a drop and from the clipboard. */
export function Drop({ id, describedBy, invalid, label, word, several = false, onFiles }: DropProps) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = (files: FileList | null | undefined) => {
    const taken = [...(files ?? [])].slice(0, several ? undefined : 1)
    if (taken.length > 0) onFiles(taken)
  }
  const dropped = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  const chosen = (event: ChangeEvent<HTMLInputElement>) => {
    take(event.target.files)
    event.target.value = '' // the same file can be chosen again
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
      onPaste={(event) => take(event.clipboardData.files)}
    >
      <input ref={input} type="file" accept={imageTypes.join(',')} multiple={several} hidden onChange={chosen} />
      <Button
        id={id}
        aria-label={`${label} ${word}`}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        onClick={() => input.current?.click()}
      >
        {word}
      </Button>
    </div>
  )
}

/** How far a picture has come, and the way to stop it. */
export function Progress({ upload: { file, share }, onCancel }: { upload: Upload; onCancel: () => void }) {
  const address = useObjectUrl(file)
  return (
    <div className={styles.progress}>
      {address !== undefined && <img className={styles.picture} src={address} alt="" />}
      <progress value={share} aria-label={copy.images.uploading(percent(share, 1))} />
      <span aria-hidden>{copy.images.uploading(percent(share, 1))}</span>
      <Button onClick={onCancel}>{copy.images.cancel}</Button>
    </div>
  )
}
