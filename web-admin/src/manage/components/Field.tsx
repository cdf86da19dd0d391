import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import styles from './field.module.css'

type FieldProps = {
  id: string
  label: string
  hint?: string | undefined
  fault?: string | undefined
  children: ReactNode
}

/** A label, its control, and a row for a hint or fault. The row is always there, so that a message does not shift the layout. */
export function Field({ id, label, hint, fault, children }: FieldProps) {
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
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
