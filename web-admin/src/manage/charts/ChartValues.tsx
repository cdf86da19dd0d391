import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import styles from './charts.module.css'
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
  /** Draws a value. */
  children: (at: number) => ReactNode
}

/**
 * The values of a chart. The text of the pointed or focused one is shown above it. For the keyboard they are one tab stop with
 * arrow key navigation.
 */
export function ChartValues(props: ValuesProps) {
  const { label, texts, columns, className, legible = false, children } = props
  const group = useRef<HTMLFieldSetElement>(null)
  const [stop, setStop] = useState(0)
  const [pointed, setPointed] = useState<number>()
  // Another range may have fewer values.
  const tabStop = Math.min(stop, texts.length - 1)
  const select = (at: number) => {
    setStop(at)
    setPointed(at)
  }
  const press = (event: KeyboardEvent, at: number) => {
    // Escape removes the text without moving the pointer, because the text covers other values.
    if (event.key === 'Escape') setPointed(undefined)
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
          onBlur={() => setPointed(undefined)}
          onPointerEnter={() => setPointed(at)}
          onPointerLeave={() => setPointed(undefined)}
          onClick={(event) => event.currentTarget.focus()}
          onKeyDown={(event) => press(event, at)}
        >
          {children(at)}
          {!legible && at === pointed && (
            <span className={styles.tip} data-side={sideOf(at % columns, columns)} aria-hidden>
              {text}
            </span>
          )}
        </button>
      ))}
    </fieldset>
  )
}

/** The side of the chart to which a column is closer: a text beside the column could extend beyond the window there. */
const sideOf = (column: number, columns: number) =>
  column < columns / 3 ? 'start' : column >= (2 * columns) / 3 ? 'end' : 'middle'
