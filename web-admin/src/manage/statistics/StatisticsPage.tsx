import { useSearch } from '@tanstack/react-router'
import { useMay } from '../api/rights.tsx'
import { useServerNow } from '../api/use-server-now.ts'
import { Button } from '../components/controls.tsx'
import { Page } from '../components/Page.tsx'
import { ChoiceFilter } from '../list/filters.tsx'
import list from '../list/list.module.css'
import { useListSearch } from '../list/use-list-search.ts'
import { dateOf, shortDate } from '../text/format.ts'
import { text } from './copy.ts'
import { MoneyTab } from './MoneyTab.tsx'
import { RangeFilter } from './RangeFilter.tsx'
import { rangeOf } from './range.ts'
import { bucketOf, bucketsOf } from './series.ts'
import styles from './statistics.module.css'
import type { Scope } from './Tab.tsx'
import { UsesTab } from './UsesTab.tsx'
import { VisitsTab } from './VisitsTab.tsx'

const tabs = ['visits', 'money', 'uses'] as const
const figuresOf = { visits: 'getVisitFigures', money: 'getMoneyFigures', uses: 'getUseFigures' } as const
const groupsOf = { visits: ['store'], money: ['store', 'product', 'method'], uses: ['store', 'product'] } as const

/** Figures of a range of days in tabs. All choices are in the address. */
export function StatisticsPage() {
  const {
    storeId,
    tab: chosen = 'visits',
    by,
    group = 'store',
    compareWith = 'previousPeriod',
    ...search
  } = useSearch({
    from: '/manage/statistics',
  })
  const { change } = useListSearch()
  const may = useMay()
  const tab = may(figuresOf[chosen]) ? chosen : 'visits'
  const today = dateOf(useServerNow(10_000))
  const range = rangeOf(search, today)
  const withHours = tab !== 'money'
  const scope: Scope = { range, today, storeId, by: bucketOf(by, range.days, withHours), compareWith }
  const buckets = bucketsOf(range.days, withHours)

  return (
    <Page
      title={text.title}
      lead={
        range.from === range.to ? shortDate(range.from) : text.series.days(shortDate(range.from), shortDate(range.to))
      }
      actions={<RangeFilter search={search} range={range} />}
    >
      {range.cut && <p className={styles.cut}>{text.cut}</p>}
      <div className={styles.choices}>
        <nav className={list.quick} aria-label={text.tabs.label}>
          {tabs
            .filter((each) => may(figuresOf[each]))
            .map((each) => (
              <Button
                key={each}
                aria-pressed={tab === each}
                onClick={() => change({ tab: each === 'visits' ? undefined : each, group: undefined })}
              >
                {text.tabs[each]}
              </Button>
            ))}
        </nav>
        <ChoiceFilter
          name="by"
          label={text.by.label}
          all={text.by.auto}
          choices={buckets.map((each) => [each, text.by[each]] as const)}
        />
        {tab !== 'visits' && (
          <ChoiceFilter
            name="group"
            label={text.group.label}
            all={text.group.store}
            choices={groupsOf[tab].slice(1).map((each) => [each, text.group[each]] as const)}
          />
        )}
        <ChoiceFilter
          name="compareWith"
          label={text.compare.label}
          all={text.compare.previousPeriod}
          choices={[
            ['sameWeekdays', text.compare.sameWeekdays],
            ['lastYear', text.compare.lastYear],
          ]}
        />
      </div>
      {tab === 'visits' && <VisitsTab scope={scope} />}
      {tab === 'money' && <MoneyTab scope={scope} group={group} />}
      {tab === 'uses' && <UsesTab scope={scope} group={group === 'method' ? 'store' : group} />}
    </Page>
  )
}
