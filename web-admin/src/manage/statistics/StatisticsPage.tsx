import { useSearch } from '@tanstack/react-router'
import { session } from '../../api/api.ts'
import { useServerNow } from '../api/use-server-now.ts'
import charts from '../charts/charts.module.css'
import { text as chartText } from '../charts/copy.ts'
import { Page } from '../components/Page.tsx'
import { StoreFilter } from '../list/filters.tsx'
import { amount, dateOf, momentOrClockOf, shortDate, wonOf } from '../text/format.ts'
import { text } from './copy.ts'
import { DailyChart } from './DailyChart.tsx'
import { Figures } from './Figures.tsx'
import { byDay } from './figures.ts'
import { HourChart } from './HourChart.tsx'
import { RangeFilter } from './RangeFilter.tsx'
import { rangeOf } from './range.ts'
import { StoreChart } from './StoreChart.tsx'
import styles from './statistics.module.css'
import { useRevenue, useStatistics } from './use-statistics.ts'
import { WeekMap } from './WeekMap.tsx'

/** Figures and charts of a range of days. */
export function StatisticsPage() {
  const { storeId, ...search } = useSearch({ from: '/manage/statistics' })
  const now = useServerNow(10_000)
  const today = dateOf(now)
  const range = rangeOf(search, today)
  const visits = useStatistics({ range, today, storeId })
  const revenue = useRevenue({ range, today })
  const loadedAt = [visits.asOf, ...(revenue.data === undefined ? [] : [revenue.dataUpdatedAt])]
  // By the server's clock, like all times that the page shows.
  const oldest = Math.min(...loadedAt.map((at) => at ?? Number.NaN)) + session.serverNow() - Date.now()
  const asOf = Number.isNaN(oldest) ? undefined : new Date(oldest).toISOString()
  const failure = visits.error === null ? undefined : { cause: visits.error, retry: visits.refetch }
  const notEarned = revenue.error === null ? undefined : { cause: revenue.error, retry: () => void revenue.refetch() }

  return (
    <Page
      title={text.title}
      lead={text.lead(shortDate(range.from), shortDate(range.to), asOf && momentOrClockOf(asOf, today))}
      actions={
        <>
          <StoreFilter />
          <RangeFilter search={search} range={range} />
        </>
      }
    >
      {range.cut && <p className={styles.cut}>{text.cut}</p>}
      <Figures hours={visits.hours} before={visits.before} revenue={revenue.data} ofStore={storeId !== undefined} />
      <div className={charts.cards}>
        <HourChart hours={visits.hours} failure={failure} />
        {range.days > 1 && (
          <>
            <WeekMap hours={visits.hours} failure={failure} />
            <DailyChart
              title={text.daily.visits}
              now={visits.hours && byDay(visits.hours)}
              before={visits.before && byDay(visits.before)}
              open={range.to >= today}
              inUnit={(value) => chartText.cars(amount(value))}
              nothing={text.hours.nothing}
              failure={failure}
            />
            <DailyChart
              title={storeId === undefined ? text.daily.revenue : `${text.daily.revenue} (${text.figures.everyStore})`}
              now={revenue.data?.now}
              before={revenue.data?.before}
              open={range.to >= today}
              inUnit={wonOf}
              nothing={text.daily.noRevenue}
              failure={notEarned}
            />
          </>
        )}
        <StoreChart range={range} storeId={storeId} />
      </div>
    </Page>
  )
}
