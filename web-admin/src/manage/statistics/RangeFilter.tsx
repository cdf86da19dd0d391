import { Button } from '../components/controls.tsx'
import { DayInput } from '../list/filters.tsx'
import list from '../list/list.module.css'
import { useListSearch } from '../list/use-list-search.ts'
import { copy } from '../text/copy.ts'
import { text } from './copy.ts'
import { type QuickRange, quickRangeOf, type Range, type RangeSearch } from './range.ts'
import styles from './statistics.module.css'

const quickRanges: QuickRange[] = ['today', 'week', 'month']

/** Selects a quick range or custom days; both are in the address. */
export function RangeFilter({ search, range }: { search: RangeSearch; range: Range }) {
  const { change } = useListSearch()
  const chosen = quickRangeOf(search)
  const chooseQuick = (quick: QuickRange) => change({ range: quick, from: undefined, to: undefined })
  const shown = { from: search.from ?? range.from, to: search.to ?? range.to }
  const chooseDays = () => change({ from: range.from, to: range.to, range: undefined })
  const typeDay = (end: 'from' | 'to') => (day: string | undefined) =>
    change({ ...shown, [end]: day, range: undefined }, { typed: true })
  const span = {
    ...shown,
    onMonth: (from: string, to: string) => change({ from, to, range: undefined }, { typed: true }),
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend takes no part in the row
    <div className={styles.range} role="group" aria-label={text.range.label}>
      <div className={list.quick}>
        {quickRanges.map((quick) => (
          <Button key={quick} aria-pressed={chosen === quick} onClick={() => chooseQuick(quick)}>
            {text.range[quick]}
          </Button>
        ))}
        <Button aria-pressed={chosen === undefined} onClick={chooseDays}>
          {text.range.days}
        </Button>
      </div>
      {chosen === undefined && (
        <div className={list.period}>
          <DayInput label={copy.filters.from} day={shown.from} span={span} required onDay={typeDay('from')} />
          <span aria-hidden>–</span>
          <DayInput label={copy.filters.to} day={shown.to} span={span} required onDay={typeDay('to')} />
        </div>
      )}
    </div>
  )
}
