import { Button } from '../components/controls.tsx'
import { useFileDrop } from '../components/use-file-drop.ts'
import { copy } from '../text/copy.ts'
import { percent } from '../text/format.ts'
import styles from './images.module.css'
import { useObjectUrl } from './Picture.tsx'
import { imageTypes } from './upload.ts'
import type { Upload } from './use-upload.ts'

type DropProps = {
  /** Id of the control, whose label is around it. */
  id: string
  describedBy: string
  invalid: boolean
  /** Name of the picture. */
  label: string
  /** What the button does. */
  action: string
  /** Accepts several files; otherwise only the first. */
  several?: boolean
  onFiles: (files: readonly File[]) => void
}

/** Accepts pictures by file picker, drop and paste. */
export function Drop({ id, describedBy, invalid, label, action, several = false, onFiles }: DropProps) {
  const { dropZone, input, choose } = useFileDrop((files) => onFiles(several ? files : files.slice(0, 1)))
  return (
    <div className={styles.drop} {...dropZone}>
      <input {...input} accept={imageTypes.join(',')} multiple={several} />
      <Button
        id={id}
        aria-label={`${label} ${action}`}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        onClick={choose}
      >
        {action}
      </Button>
    </div>
  )
}

/** Progress of an upload, with a cancel button. */
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
