import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import styles from './dashboard.module.css'
import { indexByKey } from './plot.ts'

type ValuesProps = {
  /** Accessible name of the group. */
  label: string
  /** Text of each value, in the order of keyboard navigation. */
  texts: readonly string[]
  /** Number of values in a row. */
  columns: number
  className: string | undefined
  /** The values are drawn as readable text and need no accessible name. */
  legible?: boolean
  /** Called with the pointed or focused value; undefined when there is none. */
  onSelect?: (at: number | undefined) => void
  /** Draws a value. */
  children: (at: number) => ReactNode
}

/** The values of a chart, selectable by pointer. For the keyboard they are one tab stop with arrow key navigation. */
export function ChartValues(props: ValuesProps) {
  const { label, texts, columns, className, legible = false, onSelect, children } = props
  const group = useRef<HTMLFieldSetElement>(null)
  const [stop, setStop] = useState(0)
  // Another range may have fewer values.
  const tabStop = Math.min(stop, texts.length - 1)
  const select = (at: number) => {
    setStop(at)
    onSelect?.(at)
  }
  const press = (event: KeyboardEvent, at: number) => {
    const next = indexByKey(event.key, at, texts.length, columns)
    if (next === undefined) return
    event.preventDefault()
    group.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    <fieldset ref={group} className={`${styles.values} ${className ?? ''}`} aria-label={label}>
      {texts.map((text, at) => (
        <button
          key={text}
          type="button"
          className={styles.value}
          aria-label={legible ? undefined : text}
          tabIndex={at === tabStop ? 0 : -1}
          onFocus={() => select(at)}
          onBlur={() => onSelect?.(undefined)}
          onPointerEnter={() => onSelect?.(at)}
          onPointerLeave={() => onSelect?.(undefined)}
          onClick={(event) => event.currentTarget.focus()}
          onKeyDown={(event) => press(event, at)}
        >
          {children(at)}
        </button>
      ))}
    </fieldset>
  )
}
