import { useController } from 'react-hook-form'
import { Switch } from '../components/Switch.tsx'
import { FormField, useField } from '../form/fields.tsx'
import form from '../form/form.module.css'
import styles from './products.module.css'

type LimitFieldProps = {
  name: string
  unit: string
  /** Label of the switch that removes the limit. */
  none: string
}

/** A limit of a product, such as how often it can be used; null means no limit. */
export function LimitField({ name, unit, none }: LimitFieldProps) {
  const { field } = useController({ name })
  const { id } = useField(name)
  const unlimited = field.value === null
  return (
    <FormField name={name} short>
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
            {unit}
          </span>
          <span className={form.switch}>
            <Switch id={`${id}-unlimited`} checked={unlimited} onChange={(on) => field.onChange(on ? null : 1)} />
            <label htmlFor={`${id}-unlimited`}>{none}</label>
          </span>
        </span>
      )}
    </FormField>
  )
}
