import type { BusinessHours } from '@kingcar/contract'
import { useId } from 'react'
import { useController } from 'react-hook-form'
import { Button } from '../components/controls.tsx'
import { DateInput } from '../components/DateInput.tsx'
import { Icon } from '../components/Icon.tsx'
import { useField } from '../form/fields.tsx'
import { announce } from '../page/announce.ts'
import { amount } from '../text/format.ts'
import { text } from './copy.ts'
import {
  allDay,
  copyDay,
  defaultSpan,
  hoursOf,
  isAllDay,
  isPastMidnight,
  overlaps,
  type Span,
  weekOf,
  withDay,
} from './hours.ts'
import styles from './stores.module.css'

const weekdays = [0, 1, 2, 3, 4]
const everyDay = [...weekdays, 5, 6]

/** Opening hours by weekday. */
export function HoursField({ name }: { name: string }) {
  const { field } = useController({ name })
  const { id, label, fault } = useField(name)
  const week = weekOf(Array.isArray(field.value) ? (field.value as BusinessHours[]) : [])
  const clashing = overlaps(week)
  const change = (next: typeof week) => field.onChange(hoursOf(next))
  return (
    <fieldset className={styles.hours} aria-describedby={`${id}-note`}>
      <legend>{label}</legend>
      {week.map((spans, day) => (
        <Day
          key={text.days[day]}
          id={day === 0 ? id : undefined}
          name={text.days[day] ?? ''}
          spans={spans}
          invalid={fault !== undefined && day === 0}
          clashing={clashing.has(day)}
          onChange={(next) => change(withDay(week, day, next))}
          onCopy={(all) => {
            change(copyDay(week, day, all ? everyDay : weekdays))
            announce(text.copied(text.days[day] ?? ''))
          }}
        />
      ))}
      <p id={`${id}-note`} className={styles.fault}>
        {fault}
      </p>
    </fieldset>
  )
}

type DayProps = {
  /** Id of the field's first control, which the fault summary links to. */
  id: string | undefined
  name: string
  spans: readonly Span[]
  invalid: boolean
  clashing: boolean
  onChange: (spans: Span[]) => void
  onCopy: (all: boolean) => void
}

function Day({ id, name, spans, invalid, clashing, onChange, onCopy }: DayProps) {
  const note = useId()
  const kind = spans.length === 0 ? 'closed' : isAllDay(spans) ? 'allDay' : 'spans'
  const begin = (chosen: string) => {
    if (chosen === 'closed') return onChange([])
    onChange([chosen === 'allDay' ? allDay : defaultSpan])
  }
  const set = (index: number, change: Partial<Span>) =>
    onChange(spans.map((span, at) => (at === index ? { ...span, ...change } : span)))
  return (
    // biome-ignore lint/a11y/useSemanticElements: with nested fieldsets screen readers read all legends at each control
    <div className={styles.day} role="group" aria-label={text.hoursOf(name)} aria-describedby={note}>
      <span className={styles.dayName} aria-hidden>
        {name}
      </span>
      <select
        id={id}
        className={styles.control}
        aria-label={text.hoursOf(name)}
        aria-invalid={invalid || undefined}
        value={kind}
        onChange={(event) => begin(event.target.value)}
      >
        <option value="closed">{text.closed}</option>
        <option value="spans">{text.labels.businessHours}</option>
        <option value="allDay">{text.allDay}</option>
      </select>
      <div className={styles.spans}>
        {kind === 'spans' &&
          spans.map((span, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a span has no identity but its position
            <span key={index} className={styles.span}>
              <DateInput
                kind="time"
                className={styles.control}
                aria-label={text.opens(name, amount(index + 1))}
                value={span.open}
                discards
                onValue={(open) => open !== '' && set(index, { open })}
              />
              <span aria-hidden>–</span>
              <DateInput
                kind="time"
                className={styles.control}
                aria-label={text.closes(name, amount(index + 1))}
                value={span.close === '24:00' ? '00:00' : span.close}
                discards
                onValue={(close) => close !== '' && set(index, { close })}
              />
              {isPastMidnight(span) && <small>{text.nextDay(span.close)}</small>}
              {spans.length > 1 && (
                <Button
                  aria-label={`${name} ${text.removeSpan(amount(index + 1))}`}
                  onClick={() => onChange(spans.filter((_, at) => at !== index))}
                >
                  <Icon sign="cross" />
                </Button>
              )}
            </span>
          ))}
        {kind === 'spans' && (
          <Button
            aria-label={`${name} ${text.addSpan}`}
            onClick={() => onChange([...spans, { open: '19:00', close: '22:00' }])}
          >
            {text.addSpan}
          </Button>
        )}
      </div>
      <div className={styles.copies}>
        <Button aria-label={`${name} ${text.toWeekdays}`} onClick={() => onCopy(false)}>
          {text.toWeekdays}
        </Button>
        <Button aria-label={`${name} ${text.toAll}`} onClick={() => onCopy(true)}>
          {text.toAll}
        </Button>
      </div>
      <p id={note} className={styles.clash} role="status">
        {clashing && text.overlap}
      </p>
    </div>
  )
}
