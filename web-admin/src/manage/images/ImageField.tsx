import { useController } from 'react-hook-form'
import { Button } from '../components/controls.tsx'
import { Field } from '../components/Field.tsx'
import { useField } from '../form/fields.tsx'
import { copy } from '../text/copy.ts'
import { Drop, Progress } from './Drop.tsx'
import styles from './images.module.css'
import { Picture } from './Picture.tsx'
import { useUpload } from './use-upload.ts'

type ImageFieldProps = {
  name: string
  hint?: string
  /** The picture may be absent. */
  optional?: boolean
  alt: string
  /** Width to height, such as `16 / 5`. */
  ratio?: string
}

/** A field for one picture, with a preview during the upload. */
export function ImageField({ name, hint = copy.images.hint, optional = false, alt, ratio }: ImageFieldProps) {
  const { field } = useController({ name })
  const { id, label, fault, readOnly } = useField(name)
  const { upload, fault: refused, send, cancel } = useUpload((imageId) => field.onChange(imageId))
  const wrong = refused ?? fault
  const imageId = typeof field.value === 'string' && field.value !== '' ? field.value : null
  return (
    <Field id={id} label={label} hint={hint} fault={wrong}>
      <div className={styles.field} style={ratio === undefined ? undefined : { '--ratio': ratio }}>
        {upload !== null ? (
          <Progress upload={upload} onCancel={cancel} />
        ) : (
          imageId !== null && <Picture imageId={imageId} alt={alt} width={640} />
        )}
        {!readOnly && (
          <div className={styles.buttons}>
            <Drop
              id={id}
              describedBy={`${id}-note`}
              invalid={wrong !== undefined}
              label={label}
              action={imageId === null ? copy.images.choose : copy.images.replace}
              onFiles={send}
            />
            {optional && imageId !== null && upload === null && (
              <Button onClick={() => field.onChange(null)}>{copy.images.remove}</Button>
            )}
          </div>
        )}
      </div>
    </Field>
  )
}
