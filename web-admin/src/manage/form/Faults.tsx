import { useEffect } from 'react'
import type { FieldErrors } from 'react-hook-form'
import { announce } from '../page/announce.ts'
import { copy } from '../text/copy.ts'
import { amount } from '../text/format.ts'
import { fieldId } from './entity-context.ts'
import styles from './form.module.css'

/** Summary of the faults with links to the fields; shown for two or more. */
export function Faults({
  id,
  errors,
  labelOf,
}: {
  id: string
  errors: FieldErrors
  labelOf: (name: string) => string
}) {
  const names = Object.keys(errors)
  useEffect(() => {
    if (names.length > 0) announce(copy.form.faults(amount(names.length)))
  }, [names.length])
  if (names.length < 2) return null
  return (
    <div className={styles.faults}>
      <p>{copy.form.faults(amount(names.length))}</p>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <a
              href={`#${fieldId(id, name)}`}
              onClick={(event) => {
                event.preventDefault()
                document.getElementById(fieldId(id, name))?.focus()
              }}
            >
              {labelOf(name)}
            </a>
            : {String(errors[name]?.message ?? '')}
          </li>
        ))}
      </ul>
    </div>
  )
}
