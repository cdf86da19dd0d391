import { type ComponentProps, useState } from 'react'
import { session } from '../../api/api.ts'
import { copy } from '../text/copy.ts'
import { dateOf, lastDay } from '../text/format.ts'
import type { CalendarSpan } from './Calendar.tsx'
import styles from './date-input.module.css'
import { type DateKind, valueOfText } from './date-text.ts'
import { Icon } from './Icon.tsx'
import { useLazyDialog } from './use-lazy-dialog.ts'

type DateInputProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'onBlur' | 'min' | 'max'> & {
  kind: DateKind
  /** `2026-11-28` or `14:32`; empty for none. */
  value: string
  /** First and last day of the calendar. */
  min?: string | undefined
  max?: string | undefined
  /** The range to which the day belongs, which the calendar shows. */
  span?: CalendarSpan
  /** `isBegun`: the text is neither complete nor empty. */
  onValue: (value: string, isBegun: boolean) => void
  /** Called for a day of the calendar, and when the input loses the focus. */
  onLeave?: (value: string, isBegun: boolean) => void
  /** Replaces an incomplete text by the value when the input loses the focus. */
  discards?: boolean
}

const load = async () => (await import('./Calendar.tsx')).Calendar
const firstDay = '1000-01-01'

/**
 * An input for a day or a time of day, with a calendar for days. The native inputs use the browser's language and
 * differ between browsers.
 */
export function DateInput({ kind, name, value, onValue, onLeave, discards = false, ...props }: DateInputProps) {
  const { min = firstDay, max = lastDay, span, ...input } = props
  const calendar = useLazyDialog(load, copy.failures.action)
  const [typed, setTyped] = useState({ text: value, seen: value })
  const valueIn = (text: string) => valueOfText(kind, text, dateOf(session.serverNow())) ?? ''
  const typedValue = valueIn(typed.text)
  const isBegun = typedValue === '' && typed.text.trim() !== ''
  if (typed.seen !== value) setTyped({ text: typedValue === value ? typed.text : value, seen: value })
  const change = (text: string) => {
    const next = valueIn(text)
    setTyped({ text, seen: value })
    onValue(next, next === '' && text.trim() !== '')
  }
  const leave = () => {
    if (!isBegun || discards) setTyped({ text: value, seen: value })
    onLeave?.(typedValue, isBegun)
  }
  const hasCalendar = kind === 'date' && props.readOnly !== true
  return (
    <span className={styles.typed} data-kind={kind}>
      <input
        {...input}
        type="text"
        inputMode={kind === 'time' ? 'numeric' : undefined}
        autoComplete="off"
        placeholder={kind === 'date' ? '2026-12-31' : '09:00'}
        value={typed.text}
        onChange={({ target }) => change(target.value)}
        onBlur={leave}
        onKeyDown={(event) => {
          if (!hasCalendar || !event.altKey || event.key !== 'ArrowDown') return
          event.preventDefault()
          calendar.show()
        }}
      />
      {/* A form that reads its elements gets the value; its schema refuses a text that is not complete. */}
      {name !== undefined && <input type="hidden" name={name} value={isBegun ? typed.text : typedValue} />}
      {hasCalendar && (
        <button
          type="button"
          aria-label={copy.calendar.open}
          aria-haspopup="dialog"
          disabled={props.disabled}
          onPointerEnter={calendar.prepare}
          onFocus={calendar.prepare}
          onClick={calendar.show}
        >
          <Icon sign="calendar" />
        </button>
      )}
      {calendar.Dialog !== null && (
        <calendar.Dialog
          day={typedValue}
          {...{ min, max }}
          span={span}
          onClose={calendar.hide}
          onChoose={(day) => {
            calendar.hide()
            change(day)
            onLeave?.(day, false)
          }}
        />
      )}
    </span>
  )
}
