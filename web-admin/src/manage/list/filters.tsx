import { createContext, type FormEvent, type ReactNode, use, useId, useState } from 'react'
import button from '../../ui/button.module.css'
import { useServerNow } from '../api/use-server-now.ts'
import type { CalendarSpan } from '../components/Calendar.tsx'
import controls from '../components/controls.module.css'
import { Button } from '../components/controls.tsx'
import { DateInput } from '../components/DateInput.tsx'
import { Icon } from '../components/Icon.tsx'
import { type Choices, Options } from '../components/Options.tsx'
import { copy } from '../text/copy.ts'
import { dateOf, lastDay, spanOf } from '../text/format.ts'
import styles from './list.module.css'
import { filtersIn, type Search } from './list-search.ts'
import { textIn, useListSearch } from './use-list-search.ts'
import { type CountedViews, ViewTabs } from './ViewTabs.tsx'

/**
 * Where a filter is rendered: in the bar, as a chip, or in the panel behind the button. Each filter of `Filters` is
 * rendered in all three places, and decides how it looks there. Elsewhere it is a plain control.
 */
const Place = createContext<'bar' | 'chips' | 'panel' | undefined>(undefined)

/** How a filter is rendered at its place. @param own the place of its control */
function usePlace(own: 'bar' | 'panel'): 'control' | 'chip' | null {
  const place = use(Place)
  if (place === undefined || place === own) return 'control'
  return place === 'chips' ? 'chip' : null
}

/**
 * The saved views of a list as tabs, and its filters. Texts, and choices that always have a value, are in the bar; the
 * others are behind a button. Active filters are shown as chips, each with a button that removes its filter.
 */
export function Filters({ children, ...views }: { children: ReactNode } & Partial<CountedViews>) {
  const { search, clear } = useListSearch()
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <div className={styles.filters} data-open={open}>
      <ViewTabs {...views}>
        <Place value="bar">{children}</Place>
        <div className={styles.more}>
          <Button aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
            <Icon sign="plus" />
            {copy.filters.add}
          </Button>
        </div>
      </ViewTabs>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a row of controls */}
      <div className={styles.chips} role="group" aria-label={copy.filters.active}>
        <Place value="chips">{children}</Place>
        {limitsOf(search) > 1 && (
          <Chip onRemove={clear} isForAll>
            {copy.filters.clearAll}
          </Chip>
        )}
      </div>
      <div id={id} className={styles.panel}>
        <Place value="panel">{children}</Place>
      </div>
    </div>
  )
}

/** How many chips a list has: both days of a period are in one. */
const limitsOf = ({ from, to, ...search }: Search): number =>
  Object.keys(filtersIn(search)).length + (from === undefined && to === undefined ? 0 : 1)

/** A button that shows how a list is limited and removes the limit. */
function Chip({
  onRemove,
  isForAll = false,
  children,
}: {
  onRemove: () => void
  isForAll?: boolean
  children: string
}) {
  return (
    <button
      type="button"
      className={`${button.quiet} ${styles.chip}`}
      onClick={({ currentTarget }) => {
        // The chip disappears, so the focus moves to the button before the chips.
        currentTarget.parentElement?.parentElement?.querySelector<HTMLElement>('[aria-expanded]')?.focus()
        onRemove()
      }}
    >
      <span>{children}</span>
      {!isForAll && (
        <>
          <span className={controls.unseen}>{copy.filters.remove}</span>
          <Icon sign="cross" />
        </>
      )}
    </button>
  )
}

/** A filter that is set only by links to the list: a chip without a control. */
export function LinkedFilter({ name, text }: { name: string; text: string | undefined }) {
  const { change } = useListSearch()
  if (usePlace('panel') !== 'chip' || text === undefined) return null
  return <Chip onRemove={() => change({ [name]: undefined })}>{text}</Chip>
}

type SearchFilterProps = { name?: string; label: string; placeholder?: string }

/** A search text, submitted as a form: the first Enter ends a Hangul composition, the next one submits. */
export function SearchFilter({ name = 'q', label, placeholder }: SearchFilterProps) {
  const { search, change } = useListSearch()
  const id = useId()
  const value = textIn(search, name)
  if (usePlace('bar') !== 'control') return null
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
  /** Label for no selection, if that is a choice too: then the control is always visible. */
  all?: string
  choices: Choices
}

/** One of several values, or all. */
export function ChoiceFilter({ name, label, all, choices }: ChoiceFilterProps) {
  const { search, change } = useListSearch()
  const id = useId()
  const place = usePlace(all === undefined ? 'panel' : 'bar')
  const value = textIn(search, name)
  if (place === 'chip') {
    const chosen = choices.find(([each]) => each === value)?.[1] ?? '…'
    if (all !== undefined || value === '') return null
    return <Chip onRemove={() => change({ [name]: undefined })}>{copy.filters.chip(label, chosen)}</Chip>
  }
  if (place === null) return null
  return (
    <div className={styles.filter}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className={styles.control}
        value={value}
        onChange={(event) => change({ [name]: event.target.value || undefined })}
      >
        <Options choices={choices} none={all ?? copy.filters.all} />
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
  const place = usePlace('panel')
  if (place === 'chip') {
    if (from === '' && to === '') return null
    const remove = () => change({ from: undefined, to: undefined })
    return <Chip onRemove={remove}>{copy.filters.chip(label, spanOf(from, to))}</Chip>
  }
  if (place === null) return null
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
 * A date input of a filter, in a form of its own. A typed day counts after Enter, or when the input loses the focus,
 * because shorter texts are days too, such as `11.2` on the way to `11.27`. A day from the calendar counts immediately.
 */
export function DayInput({ label, day, onDay, ...input }: DayInputProps) {
  const { span, max = lastDay, required = false } = input
  // Days in the wrong order are exchanged: then this day may stay the same although another was typed.
  const range = `${day} ${span?.from} ${span?.to}`
  const [typed, setTyped] = useState<Typed>({ text: day, range })
  // A text that is being typed stays when the other day of the range changes.
  if (typed.range !== range)
    setTyped(typed.isBegun === undefined ? { text: day, range } : { ...typed, range, decided: undefined })
  const decide = (value: string, isBegun: boolean) => {
    // Enter has already applied the value, and after that the input loses the focus.
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
  /** While it is being typed: whether the text is neither complete nor empty. */
  isBegun?: boolean
  /** The value that was decided last in this range. */
  decided?: string | undefined
}

const hasWholeYear = (date: string) => /^[1-9]\d{3}-/.test(date)
