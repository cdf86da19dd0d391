import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import styles from './field.module.css'

type FieldProps = {
  id: string
  label: string
  hint?: string | undefined
  fault?: string | undefined
  children: ReactNode
}

/** A label, its control, and a row below for a hint or a fault that is always there, so that a message moves nothing. */
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

/** What ties a control to its Field. */
export const inField = (id: string, fault: string | undefined) => ({
  id,
  className: styles.control,
  'aria-invalid': fault !== undefined,
  'aria-describedby': `${id}-note`,
})

/**
 * For a form, or what is around several: moves the focus to its first field that has a fault, each time that something was found to be wrong.
 * @param found what was found the last time, here and by the server: another object, another look
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
