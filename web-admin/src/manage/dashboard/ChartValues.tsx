import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import styles from './dashboard.module.css'
import { moved } from './plot.ts'

type ValuesProps = {
  /** What they are values of. */
  label: string
  /** Each in words, in the order in which arrow keys lead through them. */
  words: readonly string[]
  /** How many stand in a row. */
  columns: number
  className: string | undefined
  /** Whether their words stand there to be read, too. */
  legible?: boolean
  /** The value that is pointed at or has the focus; undefined where none has. */
  onLook?: (at: number | undefined) => void
  /** How a value is drawn. */
  children: (at: number) => ReactNode
}

/** The values of a chart, each to be pointed at; for the keyboard one stop, in which arrow keys lead from one to the next. */
export function ChartValues(props: ValuesProps) {
  const { label, words, columns, className, legible = false, onLook, children } = props
  const values = useRef<HTMLFieldSetElement>(null)
  const [stop, setStop] = useState(0)
  // There are fewer when another range is chosen.
  const reached = Math.min(stop, words.length - 1)
  const look = (at: number) => {
    setStop(at)
    onLook?.(at)
  }
  const press = (event: KeyboardEvent, at: number) => {
    const next = moved(event.key, at, words.length, columns)
    if (next === undefined) return
    event.preventDefault()
    values.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    <fieldset ref={values} className={`${styles.values} ${className ?? ''}`} aria-label={label}>
      {words.map((word, at) => (
        <button
          key={word}
          type="button"
          className={styles.value}
          aria-label={legible ? undefined : word}
          tabIndex={at === reached ? 0 : -1}
          onFocus={() => look(at)}
          onBlur={() => onLook?.(undefined)}
          onPointerEnter={() => onLook?.(at)}
          onPointerLeave={() => onLook?.(undefined)}
          onClick={(event) => event.currentTarget.focus()}
          onKeyDown={(event) => press(event, at)}
        >
          {children(at)}
        </button>
      ))}
    </fieldset>
  )
}
