import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useServerNow } from '../api/use-server-now.ts'
import { copy } from '../text/copy.ts'
import { beginningOf, dateOf, dayAfter, longDate, monthOf } from '../text/format.ts'
import styles from './calendar.module.css'
import { dayByKey, monthsAfter, weeksOf } from './calendar-days.ts'
import { Button } from './controls.tsx'
import { Icon } from './Icon.tsx'

export type CalendarSpan = {
  from: string
  to: string
  /** Chooses all days of a month. */
  onMonth: (from: string, to: string) => void
}

type CalendarProps = {
  /** The chosen day, empty for none. */
  day: string
  min: string
  max: string
  /** The range to which the day belongs. */
  span?: CalendarSpan | undefined
  onChoose: (day: string) => void
  onClose: () => void
}

const weekdays = [...copy.calendar.weekdays]
const firstOf = (date: string) => `${date.slice(0, -'DD'.length)}01`

/**
 * A month from which a day is chosen: the dialog and grid of the ARIA Authoring Practices, with their keys. Open while
 * rendered.
 */
export function Calendar({ day, min, max, span, onChoose, onClose }: CalendarProps) {
  const within = (date: string) => (date < min ? min : date > max ? max : date)
  const today = dateOf(useServerNow(60_000))
  const [at, setAt] = useState(within(day || today))
  const dialog = useRef<HTMLDialogElement>(null)
  const title = useId()
  /** Whether the focus is on the days, and not on the buttons for another month. */
  const follows = useRef(true)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close() // returns the focus to the opener
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the day
  useLayoutEffect(() => {
    if (follows.current) dialog.current?.querySelector<HTMLElement>('td [tabindex="0"]')?.focus()
  }, [at])

  const turn = (months: number) => {
    follows.current = false
    setAt(within(monthsAfter(at, months)))
  }
  const press = (event: KeyboardEvent) => {
    const next = dayByKey(event.key, event.shiftKey, at)
    if (next === undefined) return
    event.preventDefault()
    follows.current = true
    setAt(within(next))
  }
  const [first, next] = [firstOf(at), firstOf(monthsAfter(at, 1))]
  const turns = [
    { months: -12, sign: 'twiceLeft', label: copy.calendar.yearBefore },
    { months: -1, sign: 'left', label: copy.calendar.monthBefore },
    { months: 1, sign: 'right', label: copy.calendar.monthAfter },
    { months: 12, sign: 'twiceRight', label: copy.calendar.yearAfter },
  ] as const
  const isIn = (date: string) => span !== undefined && span.from !== '' && date >= span.from && date <= span.to
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click is one beside the dialog, which Escape closes too
    <dialog
      ref={dialog}
      className={styles.calendar}
      aria-label={copy.calendar.title}
      // React also calls the handlers of the dialog that contains this one.
      onCancel={(event) => event.stopPropagation()}
      onClose={(event) => {
        event.stopPropagation()
        if (event.currentTarget.isConnected && !event.currentTarget.open) onClose()
      }}
      onClick={(event) => {
        event.stopPropagation()
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div className={styles.month}>
        <div className={styles.head}>
          {turns.slice(0, 2).map((each) => (
            <Turn key={each.label} {...each} onTurn={turn} />
          ))}
          <h2 id={title} aria-live="polite">
            {monthOf(at)}
          </h2>
          {turns.slice(2).map((each) => (
            <Turn key={each.label} {...each} onTurn={turn} />
          ))}
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid in the form of a table, as in the pattern */}
        <table role="grid" aria-labelledby={title} onKeyDown={press}>
          <thead>
            <tr>
              {weekdays.map((name) => (
                <th key={name} scope="col" abbr={copy.calendar.weekday(name)}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeksOf(at).map((week) => (
              <tr key={week.find((date) => date !== undefined)}>
                {week.map((date, weekday) =>
                  date === undefined ? (
                    <td key={weekdays[weekday]} />
                  ) : (
                    <td key={date} data-within={isIn(date)}>
                      <button
                        type="button"
                        tabIndex={date === at ? 0 : -1}
                        aria-label={longDate(beginningOf(date))}
                        aria-current={date === today ? 'date' : undefined}
                        aria-disabled={date < min || date > max || undefined}
                        aria-pressed={date === day}
                        data-day={Number(date.slice(-2))}
                        onClick={() => within(date) === date && onChoose(date)}
                      />
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
        <div className={styles.foot}>
          {within(today) === today && <Button onClick={() => onChoose(today)}>{copy.filters.today}</Button>}
          {span !== undefined && (
            <Button
              onClick={() => {
                onClose()
                span.onMonth(first, dayAfter(next, -1))
              }}
            >
              {copy.calendar.wholeMonth}
            </Button>
          )}
          <Button onClick={onClose}>{copy.actions.close}</Button>
        </div>
      </div>
    </dialog>
  )
}

type TurnProps = {
  months: number
  sign: 'left' | 'right' | 'twiceLeft' | 'twiceRight'
  label: string
  onTurn: (months: number) => void
}

const Turn = ({ months, sign, label, onTurn }: TurnProps) => (
  <button type="button" aria-label={label} onClick={() => onTurn(months)}>
    <Icon sign={sign} />
  </button>
)
