import type { ComponentProps } from 'react'
import button from '../../ui/button.module.css'
import styles from './controls.module.css'

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> & {
  tone?: 'primary' | 'quiet' | 'danger'
  /** Its action runs: it stays where it is, and pressing it again does nothing. */
  busy?: boolean
}

/** A button of the management screens; a plain one submits nothing. */
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

/** How something stands, as its colour tells it. */
export type Tone = 'ok' | 'warn' | 'error' | 'neutral'

/** A word on how something stands, with a colour for those who see it. */
export function Pill({ tone, children }: { tone: Tone; children: string }) {
  return <span className={`${styles.pill} ${styles[tone]}`}>{children}</span>
}
