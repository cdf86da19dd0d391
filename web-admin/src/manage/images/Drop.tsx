import { Button } from '../components/controls.tsx'
import { useFileDrop } from '../components/use-file-drop.ts'
import { copy } from '../text/copy.ts'
import { percent } from '../text/format.ts'
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
  const { place, input, choose } = useFileDrop((files) => onFiles(several ? files : files.slice(0, 1)))
  return (
    <div className={styles.drop} {...place}>
      <input {...input} accept={imageTypes.join(',')} multiple={several} />
      <Button
        id={id}
        aria-label={`${label} ${word}`}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        onClick={choose}
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
