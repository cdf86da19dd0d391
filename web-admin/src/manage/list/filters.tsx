import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useServerNow } from '../api/use-server-now.ts'
import type { CalendarSpan } from '../components/Calendar.tsx'
import { Button } from '../components/controls.tsx'
import { DateInput } from '../components/DateInput.tsx'
import { copy } from '../text/copy.ts'
import { dateOf, lastDay } from '../text/format.ts'
import styles from './list.module.css'
import { SavedViews } from './SavedViews.tsx'
import { textIn, useListSearch } from './use-list-search.ts'

/** Search parameters that are not hidden behind the filter button on a phone: page and its size, order, store and search texts. */
const alwaysVisible = new Set(['page', 'size', 'sort', 'storeId', 'stores', 'q', 'carNumber', 'member'])

/** The filters above a list, with its saved views. On a phone a button with the number of active filters opens them. */
export function Filters({ children }: { children: ReactNode }) {
  const { search } = useListSearch()
  const [open, setOpen] = useState(false)
  const id = useId()
  const set = Object.keys(search).filter((name) => !alwaysVisible.has(name))
  return (
    <div id={id} className={styles.filters} data-open={open}>
      {children}
      <div className={styles.more}>
        <Button aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {copy.filters.more(set.length)}
        </Button>
      </div>
      <SavedViews />
    </div>
  )
}

type SearchFilterProps = { name?: string; label: string; placeholder?: string }

/** A search text, submitted as a form: the first Enter ends a Hangul composition, the next one submits. */
export function SearchFilter({ name = 'q', label, placeholder }: SearchFilterProps) {
  const { search, change } = useListSearch()
  const id = useId()
  const value = textIn(search, name)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    change({ [name]: String(new FormData(event.currentTarget).get('words')).trim() }, { typed: true })
  }
  return (
    <form className={`${styles.filter} ${styles.search}`} onSubmit={submit}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.searchRow}>
        <input
          key={value}
          id={id}
          type="search"
          name="words"
          className={styles.control}
          defaultValue={value}
          placeholder={placeholder}
          maxLength={100}
          autoComplete="off"
          onInput={(event) => {
            // The clear button of a search field only empties it, so emptying removes the filter immediately.
            if (event.currentTarget.value === '' && value !== '') change({ [name]: undefined }, { typed: true })
          }}
        />
        <Button type="submit">{copy.filters.search}</Button>
      </div>
    </form>
  )
}

type ChoiceFilterProps = {
  name: string
  label: string
  /** Label of no choice. */
  all?: string
  choices: readonly (readonly [value: string, label: string])[]
}

/** One of several values, or all. */
export function ChoiceFilter({ name, label, all = copy.filters.all, choices }: ChoiceFilterProps) {
  const { search, change } = useListSearch()
  const id = useId()
  return (
    <div className={styles.filter}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={styles.control}
        value={textIn(search, name)}
        onChange={(event) => change({ [name]: event.target.value || undefined })}
      >
        <option value="">{all}</option>
        {choices.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}

const day = 86_400_000

/** A range of days in Seoul, with buttons for the usual ranges. */
export function PeriodFilter({ label = copy.filters.period }: { label?: string }) {
  const { search, change } = useListSearch()
  const now = useServerNow(60_000)
  const today = dateOf(now)
  const [from, to] = [textIn(search, 'from'), textIn(search, 'to')]
  const usual = [
    { label: copy.filters.today, from: today },
    { label: copy.filters.week, from: dateOf(now - 6 * day) },
    { label: copy.filters.month, from: `${today.slice(0, 8)}01` },
  ]
  const span = { from, to, onMonth: (from: string, to: string) => change({ from, to }, { typed: true }) }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend takes no part in the row
    <div className={styles.filter} role="group" aria-label={label}>
      <span aria-hidden>{label}</span>
      <div className={styles.period}>
        <div className={styles.quick}>
          {usual.map((each) => {
            const pressed = from === each.from && to === today
            return (
              <Button
                key={each.label}
                aria-pressed={pressed}
                onClick={() => change(pressed ? { from: undefined, to: undefined } : { from: each.from, to: today })}
              >
                {each.label}
              </Button>
            )
          })}
        </div>
        <DayInput
          label={copy.filters.from}
          day={from}
          span={span}
          onDay={(day) => change({ from: day }, { typed: true })}
        />
        <span aria-hidden>–</span>
        <DayInput label={copy.filters.to} day={to} span={span} onDay={(day) => change({ to: day }, { typed: true })} />
      </div>
    </div>
  )
}

type DayInputProps = {
  label: string
  day: string
  /** The range to which the day belongs. */
  span?: CalendarSpan
  max?: string
  /** The input cannot be emptied. */
  required?: boolean
  onDay: (day: string | undefined) => void
}

/**
 * A date input of a filter, a form of its own. A typed day counts from Enter on, or when the input loses the focus: each shorter
 * text, as `11.2` on the way to `11.27`, is a day too. One that the calendar gives counts immediately.
 */
export function DayInput({ label, day, onDay, ...input }: DayInputProps) {
  const { span, max = lastDay, required = false } = input
  // Days in the wrong order change places: then this one may stay although another was typed.
  const range = `${day} ${span?.from} ${span?.to}`
  const [typed, setTyped] = useState<Typed>({ text: day, range })
  // A text that is being typed stays when the other day of the range changes.
  if (typed.range !== range)
    setTyped(typed.isBegun === undefined ? { text: day, range } : { ...typed, range, decided: undefined })
  const decide = (value: string, isBegun: boolean) => {
    // Enter has decided it, and now the input loses the focus.
    if (value === typed.decided) return
    const isWhole = value === '' ? !isBegun && !required : hasWholeYear(value) && value <= max
    setTyped(isWhole ? { text: value, range, decided: value } : { text: day, range })
    if (isWhole && value !== day) onDay(value || undefined)
  }
  return (
    <form
      className={styles.day}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        decide(typed.text, typed.isBegun ?? false)
      }}
    >
      <DateInput
        kind="date"
        className={styles.control}
        aria-label={label}
        value={typed.text}
        discards
        onValue={(text, isBegun) => setTyped({ text, range, isBegun })}
        onLeave={decide}
        {...input}
      />
    </form>
  )
}

type Typed = {
  text: string
  /** The range for which it was typed. */
  range: string
  /** While it is being typed: whether it is neither complete nor empty. */
  isBegun?: boolean
  /** The value that was decided last in this range. */
  decided?: string | undefined
}

const hasWholeYear = (date: string) => /^[1-9]\d{3}-/.test(date)
