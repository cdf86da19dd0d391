import { lazy, Suspense } from 'react'
import { useController } from 'react-hook-form'
import { Field } from '../components/Field.tsx'
import { useField } from '../form/fields.tsx'
import { amount } from '../text/format.ts'
import { text } from './copy.ts'
import type { EditorProps } from './Editor.tsx'
import styles from './editor.module.css'
import { MarkdownView } from './MarkdownView.tsx'

/** Loaded lazily, so that the page appears before it. If loading fails, the Markdown source is edited instead. */
const Editor = lazy(() =>
  import('./Editor.tsx').then(
    (module) => ({ default: module.Editor }),
    () => ({ default: PlainEditor }),
  ),
)

function PlainEditor({ id, label, invalid, value, onChange, onBlur }: EditorProps) {
  return (
    <textarea
      id={id}
      className={styles.source}
      aria-label={label}
      aria-invalid={invalid}
      aria-describedby={`${id}-note`}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onBlur}
    />
  )
}

type MarkdownFieldProps = {
  name: string
  /** Maximum number of characters by the contract. */
  limit: number
}

/** A field for a longer text in Markdown. */
export function MarkdownField({ name, limit }: MarkdownFieldProps) {
  const { field } = useController({ name })
  const { id, label, fault, readOnly } = useField(name)
  const value = String(field.value ?? '')
  const length = [...value].length
  return (
    <Field id={id} label={label} hint={readOnly ? '' : text.hint} fault={fault}>
      {readOnly ? (
        <div id={id} className={styles.editor}>
          <MarkdownView markdown={value} />
        </div>
      ) : (
        <Suspense
          fallback={
            <div className={`${styles.editor} ${styles.loading}`} role="status">
              {text.loading}
            </div>
          }
        >
          <Editor
            id={id}
            label={label}
            invalid={fault !== undefined}
            value={value}
            onChange={field.onChange}
            onBlur={field.onBlur}
          />
        </Suspense>
      )}
      {!readOnly && (
        <span className={styles.count} data-over={length > limit || undefined}>
          {text.count(amount(length), amount(limit))}
        </span>
      )}
    </Field>
  )
}
