import { type ChangeEvent, type FocusEvent, type Ref, useState } from 'react'
import { lastDay } from '../text/format.ts'
import styles from './form.module.css'
import { instantOf, seoulParts } from './seoul-time.ts'

type MomentInputsProps = {
  /** A moment, null or empty for none, or `unfinished`. */
  value: unknown
  /** Gets a moment, null where nothing is typed, or `unfinished`, which no schema takes. */
  onChange: (value: string | null) => void
  onBlur: () => void
  dateRef: Ref<HTMLInputElement>
  /** Of the input for the day. */
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

/** Stands for a day of which a part is missing. */
const unfinished = ''
const firstYear = 1000 // what has fewer digits is being typed

/** A day and a time of day in Seoul. What is typed stays as it is typed until it is a day. */
export function DateTimeInputs({
  value,
  onChange,
  onBlur,
  dateRef,
  date,
  timeLabel,
  readOnly = false,
}: MomentInputsProps) {
  const [typed, setTyped] = useState({ ...partsOf(value), told: value })
  if (typed.told !== value) setTyped({ ...partsOf(value), told: value })

  const tell = (parts: { date: string; time: string }, isBegun: boolean) => {
    const isWhole = Number(parts.date.slice(0, -'-MM-DD'.length)) >= firstYear
    const nothing = isBegun || parts.date !== '' ? unfinished : null
    const moment = (isWhole ? instantOf(parts.date, parts.time) : null) ?? nothing
    setTyped({ ...parts, told: moment })
    onChange(moment)
  }
  const changeDate = ({ target }: ChangeEvent<HTMLInputElement>) =>
    tell({ ...typed, date: target.value }, target.validity.badInput)
  // Of an empty day browsers say nothing when its first part comes, or its last one goes.
  const blur = ({ target }: FocusEvent<HTMLInputElement>) => {
    const isBegun = target.validity.badInput
    if (target.value === '' && isBegun !== (value === unfinished))
      tell({ date: '', time: isBegun ? typed.time : '' }, isBegun)
    onBlur()
  }
  return (
    <span className={styles.row}>
      <input
        {...date}
        ref={dateRef}
        type="date"
        max={lastDay}
        value={typed.date}
        readOnly={readOnly}
        onBlur={blur}
        onChange={changeDate}
      />
      <input
        type="time"
        className={date.className}
        aria-label={timeLabel}
        value={typed.time}
        readOnly={readOnly}
        disabled={typed.date === ''}
        onChange={({ target }) => tell({ ...typed, time: target.value }, true)}
      />
    </span>
  )
}

const partsOf = (value: unknown) => seoulParts(typeof value === 'string' ? value : null)
