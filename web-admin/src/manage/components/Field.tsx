import type { ReactNode } from 'react'
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

/** Moves the focus to the first field of a form that has a fault, once it says so. */
export function focusFault(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}
