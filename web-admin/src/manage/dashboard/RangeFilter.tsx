import { Button } from '../components/controls.tsx'
import { copy } from '../copy.ts'
import controls from '../list/list.module.css'
import { useListSearch } from '../list/use-search.ts'
import { text } from './copy.ts'
import styles from './dashboard.module.css'
import { type QuickRange, quickRangeOf, type Range, type RangeSearch } from './range.ts'

const quickRanges: QuickRange[] = ['today', 'week', 'month']

/** Of which days: one of the usual ranges, or days that are chosen; either stands in the address. */
export function RangeFilter({ search, range }: { search: RangeSearch; range: Range }) {
  const { change } = useListSearch()
  const chosen = quickRangeOf(search)
  const chooseQuick = (quick: QuickRange) => change({ range: quick, from: undefined, to: undefined })
  const chooseDays = (days: { from?: string; to?: string }) =>
    change({ from: range.from, to: range.to, ...days, range: undefined })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend takes no part in the row
    <div className={styles.range} role="group" aria-label={text.range.label}>
      <div className={controls.quick}>
        {quickRanges.map((quick) => (
          <Button key={quick} aria-pressed={chosen === quick} onClick={() => chooseQuick(quick)}>
            {text.range[quick]}
          </Button>
        ))}
        <Button aria-pressed={chosen === undefined} onClick={() => chooseDays({})}>
          {text.range.days}
        </Button>
      </div>
      {chosen === undefined && (
        <div className={controls.period}>
          <Day label={copy.filters.from} value={search.from ?? range.from} onChange={(from) => chooseDays({ from })} />
          <span aria-hidden>–</span>
          <Day label={copy.filters.to} value={search.to ?? range.to} onChange={(to) => chooseDays({ to })} />
        </div>
      )}
    </div>
  )
}

const Day = ({ label, value, onChange }: { label: string; value: string; onChange: (day: string) => void }) => (
  <input
    type="date"
    className={controls.control}
    aria-label={label}
    required
    value={value}
    onChange={(event) => event.target.value !== '' && onChange(event.target.value)}
  />
)
