import { useController } from 'react-hook-form'
import { Switch } from '../components/Switch.tsx'
import { FormField, useField } from '../form/fields.tsx'
import form from '../form/form.module.css'
import { text } from './copy.ts'
import styles from './products.module.css'

/** How often a product can be used; null means unlimited. */
export function UseLimitField({ name }: { name: string }) {
  const { field } = useController({ name })
  const { id } = useField(name)
  const unlimited = field.value === null
  return (
    <FormField name={name}>
      {(control) => (
        <span className={styles.limit}>
          <span className={form.unit}>
            <input
              {...control}
              ref={field.ref}
              inputMode="numeric"
              autoComplete="off"
              disabled={unlimited}
              value={unlimited ? '' : String(field.value)}
              onBlur={field.onBlur}
              onChange={({ target }) =>
                field.onChange(/^\d+$/.test(target.value) ? Number(target.value) : target.value)
              }
            />
            {text.usesUnit}
          </span>
          <span className={form.switch}>
            <Switch id={`${id}-unlimited`} checked={unlimited} onChange={(on) => field.onChange(on ? null : 1)} />
            <label htmlFor={`${id}-unlimited`}>{text.unlimited}</label>
          </span>
        </span>
      )}
    </FormField>
  )
}
