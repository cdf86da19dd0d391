import type { ComponentProps } from 'react'
import button from '../../ui/button.module.css'
import styles from './controls.module.css'

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> & {
  tone?: 'primary' | 'quiet' | 'danger'
  /** Its action is running: the button keeps its place, and the caller ignores presses. */
  busy?: boolean
}

/** A button of the management pages; it submits a form only with `type="submit"`. */
export function Button({ tone = 'quiet', busy = false, type = 'button', ...props }: ButtonProps) {
  const look = tone === 'primary' ? button.primary : button.quiet
  return (
    <button
      {...props}
      type={type}
      className={`${look} ${styles.button} ${tone === 'danger' ? styles.danger : ''}`}
      aria-disabled={busy || props['aria-disabled']}
      aria-busy={busy || undefined}
    />
  )
}

export type Tone = 'ok' | 'warn' | 'error' | 'neutral'

/** A state as a label with a colour. */
export function Pill({ tone, children }: { tone: Tone; children: string }) {
  return <span className={`${styles.pill} ${styles[tone]}`}>{children}</span>
}
