import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { copy } from '../text/copy.ts'
import { amount } from '../text/format.ts'
import styles from './field.module.css'

type FieldProps = {
  id: string
  label: string
  hint?: string | undefined
  fault?: string | undefined
  /** How long the text is and may be. */
  length?: { now: number; most: number } | undefined
  /** Whether its value is only a few characters long: it takes half of a wide form. */
  short?: boolean | undefined
  children: ReactNode
}

/** A label, its control, and a hint or fault below it. A message never moves what is above it. */
export function Field({ id, label, hint, fault, length, short, children }: FieldProps) {
  return (
    <div className={styles.field} data-field data-short={short || undefined}>
      <div className={styles.head}>
        <label htmlFor={id}>{label}</label>
        {length !== undefined && (
          <span className={styles.count} data-over={length.now > length.most || undefined}>
            {copy.form.length(amount(length.now), amount(length.most))}
          </span>
        )}
      </div>
      {children}
      <p id={`${id}-note`} className={fault === undefined ? styles.hint : styles.fault}>
        {fault ?? hint}
      </p>
    </div>
  )
}

/** Props that connect a control with its Field. */
export const inField = (id: string, fault: string | undefined) => ({
  id,
  className: styles.control,
  'aria-invalid': fault !== undefined,
  'aria-describedby': `${id}-note`,
})

/**
 * Returns the ref of a form, or of an element around several forms. Moves the focus to its first field with a fault after each
 * validation.
 * @param found the result of the last validation; a new object counts as a new validation
 * @param failure the last error of the server; a new error counts as a new validation
 */
export function useFaultFocus<E extends HTMLElement = HTMLFormElement>(
  found: object,
  failure: unknown = null,
): RefObject<E | null> {
  const form = useRef<E>(null)
  useEffect(() => {
    if (found || failure) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [found, failure])
  return form
}
