import { type ReactNode, useId, useRef, useState } from 'react'
import styles from './menu.module.css'

type MenuProps = {
  label: string
  face: ReactNode
  /** Above the items; rendered only while the menu is open. */
  head?: ReactNode
  children: ReactNode
}

/** A button that opens a menu in a native popover: Escape or a click elsewhere closes it. */
export function Menu({ label, face, head, children }: MenuProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const popover = useRef<HTMLDivElement>(null)
  return (
    <>
      <button type="button" className={styles.opener} aria-label={label} popoverTarget={id}>
        {face}
      </button>
      {/* The popover is hidden first, so that the focus is on the opener when the chosen item opens a dialog; the dialog returns it there. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: the buttons inside receive the clicks */}
      <div
        ref={popover}
        id={id}
        popover="auto"
        className={styles.menu}
        onBeforeToggle={({ newState }) => setOpen(newState === 'open')}
        onClick={() => popover.current?.hidePopover()}
      >
        {open && head}
        {children}
      </div>
    </>
  )
}

/** One item of a menu. */
export function MenuItem({
  danger = false,
  label,
  onClick,
  children,
}: {
  danger?: boolean
  /** Instead of its text, for screen readers. */
  label?: string
  onClick: () => void
  children: string
}) {
  return (
    <button type="button" aria-label={label} className={danger ? styles.danger : styles.item} onClick={onClick}>
      {children}
    </button>
  )
}

type MenuChoicesProps<V extends string> = {
  label: string
  choices: readonly (readonly [value: V, label: string])[]
  chosen: V
  onChoose: (value: V) => void
}

/** Mutually exclusive choices, side by side. */
export function MenuChoices<V extends string>({ label, choices, chosen, onChoose }: MenuChoicesProps<V>) {
  return (
    <fieldset className={styles.choices}>
      <legend>{label}</legend>
      {choices.map(([value, label]) => (
        <button key={value} type="button" aria-pressed={value === chosen} onClick={() => onChoose(value)}>
          {label}
        </button>
      ))}
    </fieldset>
  )
}

/** Content of the menu button: a label with an arrow. */
export const Unfolds = ({ children }: { children: ReactNode }) => (
  <>
    <span>{children}</span>
    <svg viewBox="0 0 12 12" width="12" height="12" fill="none" stroke="currentColor" strokeWidth="1.8" aria-hidden>
      <path d="M2.5 4.5 6 8l3.5-3.5" />
    </svg>
  </>
)

/** Content of the menu button: three dots, for the menu of a row. */
export const Dots = () => (
  <svg viewBox="0 0 20 20" width="20" height="20" fill="currentColor" aria-hidden>
    <circle cx="4" cy="10" r="1.8" />
    <circle cx="10" cy="10" r="1.8" />
    <circle cx="16" cy="10" r="1.8" />
  </svg>
)
