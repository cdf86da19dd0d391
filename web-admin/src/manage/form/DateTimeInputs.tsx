import { type Ref, useState } from 'react'
import { DateInput } from '../components/DateInput.tsx'
import { lastDay, momentWithYear } from '../text/format.ts'
import styles from './form.module.css'
import { instantOf, seoulParts } from './seoul-time.ts'

type MomentInputsProps = {
  /** An instant, null for none, or `unfinished`. */
  value: unknown
  /** Receives an instant, null if nothing is typed, or `unfinished`, which no schema accepts. */
  onChange: (value: string | null) => void
  onBlur?: () => void
  dateRef?: Ref<HTMLInputElement>
  /** Props of the date input. */
  date: {
    id: string
    className: string | undefined
    'aria-invalid': boolean
    'aria-describedby': string
    'aria-label'?: string
  }
  timeLabel: string
  readOnly?: boolean
}

/** Value of an incomplete date. */
const unfinished = ''
const firstYear = 1000 // a year with fewer digits is still being typed

/** Inputs for a date and a time in Seoul. An incomplete date stays as typed. */
export function DateTimeInputs({
  value,
  onChange,
  onBlur,
  dateRef,
  date,
  timeLabel,
  readOnly = false,
}: MomentInputsProps) {
  const [typed, setTyped] = useState({ ...partsOf(value), reported: value })
  if (typed.reported !== value) setTyped({ ...partsOf(value), reported: value })

  const report = (parts: { date: string; time: string }, isBegun: boolean) => {
    const isWhole = Number(parts.date.slice(0, -'-MM-DD'.length)) >= firstYear
    const nothing = isBegun || parts.date !== '' ? unfinished : null
    const instant = (isWhole ? instantOf(parts.date, parts.time) : null) ?? nothing
    setTyped({ ...parts, reported: instant })
    onChange(instant)
  }
  // The time in the format of the other pages.
  const leave = (date: string, isBegun: boolean) => {
    if (date === '' && isBegun !== (value === unfinished)) report({ date, time: isBegun ? typed.time : '' }, isBegun)
    onBlur?.()
  }
  return (
    <span className={styles.row}>
      <DateInput
        {...date}
        kind="date"
        ref={dateRef}
        max={lastDay}
        value={typed.date}
        readOnly={readOnly}
        onLeave={leave}
        onValue={(day, isBegun) => report({ ...typed, date: day }, isBegun)}
      />
      <DateInput
        kind="time"
        className={date.className}
        aria-label={timeLabel}
        value={typed.time}
        readOnly={readOnly}
        disabled={typed.date === ''}
        discards
        onValue={(time) => report({ ...typed, time }, true)}
      />
      {/* The moment in the form of every other page. */}
      {typeof value === 'string' && value !== unfinished && (
        <output className={styles.typedMoment} htmlFor={date.id}>
          {momentWithYear(value)}
        </output>
      )}
    </span>
  )
}

const partsOf = (value: unknown) => seoulParts(typeof value === 'string' ? value : null)
