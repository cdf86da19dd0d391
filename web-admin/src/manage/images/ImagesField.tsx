import { useController, useFormContext } from 'react-hook-form'
import { Button } from '../components/controls.tsx'
import { Field } from '../components/Field.tsx'
import { useField } from '../form/fields.tsx'
import { moveItem } from '../list/reorder.ts'
import { announce } from '../page/announce.ts'
import { copy } from '../text/copy.ts'
import { amount } from '../text/format.ts'
import { Drop, Progress } from './Drop.tsx'
import styles from './images.module.css'
import { Picture } from './Picture.tsx'
import { useUpload } from './use-upload.ts'

/** A field for several pictures in a user-defined order. */
export function ImagesField({ name, hint = copy.images.hint }: { name: string; hint?: string }) {
  const { field } = useController({ name })
  const { id, label, fault, readOnly } = useField(name)
  const ids: string[] = Array.isArray(field.value) ? field.value.map(String) : []
  const { getValues } = useFormContext()
  // Reads the value when the upload ends, because pictures may have been removed or moved in the meantime.
  const {
    upload,
    fault: refused,
    send,
    cancel,
  } = useUpload((imageId) => field.onChange([...[getValues(name) ?? []].flat(), imageId]), { several: true })
  const wrong = refused ?? fault
  const move = (from: number, to: number) => {
    field.onChange(moveItem(ids, from, to))
    announce(copy.images.moved(amount(to + 1), amount(ids.length)))
  }
  return (
    <Field id={id} label={label} hint={hint} fault={wrong}>
      <div className={styles.field}>
        {ids.length > 0 && (
          <ol className={styles.pictures}>
            {ids.map((imageId, index) => (
              <li key={imageId}>
                <Picture imageId={imageId} alt={copy.images.nth(amount(index + 1))} />
                {!readOnly && (
                  <span className={styles.buttons}>
                    <Step
                      label={copy.images.earlier}
                      n={index}
                      disabled={index === 0}
                      go={() => move(index, index - 1)}
                    />
                    <Step
                      label={copy.images.later}
                      n={index}
                      disabled={index === ids.length - 1}
                      go={() => move(index, index + 1)}
                    />
                    <Step
                      label={copy.images.removeOne}
                      n={index}
                      disabled={false}
                      go={() => field.onChange(ids.filter((each) => each !== imageId))}
                    />
                  </span>
                )}
              </li>
            ))}
          </ol>
        )}
        {upload !== null && <Progress upload={upload} onCancel={cancel} />}
        {!readOnly && (
          <Drop
            id={id}
            describedBy={`${id}-note`}
            invalid={wrong !== undefined}
            label={label}
            action={ids.length === 0 ? copy.images.choose : copy.images.add}
            several
            onFiles={send}
          />
        )}
      </div>
    </Field>
  )
}

/** A button for the n-th picture. At an end of the list it is `aria-disabled` only, so that it keeps the focus. */
function Step({ label, n, disabled, go }: { label: string; n: number; disabled: boolean; go: () => void }) {
  return (
    <Button
      aria-label={`${copy.images.nth(amount(n + 1))} ${label}`}
      aria-disabled={disabled}
      onClick={() => disabled || go()}
    >
      {label}
    </Button>
  )
}
