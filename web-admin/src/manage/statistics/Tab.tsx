import type { Comparison, PeriodLength } from '@kingcar/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import charts from '../charts/charts.module.css'
import { text as chartText } from '../charts/copy.ts'
import { Figure, Figures } from '../charts/Figure.tsx'
import { changeOf, changeText } from '../charts/values.ts'
import { Failure } from '../components/Failure.tsx'
import { momentOf, shortDate } from '../text/format.ts'
import { text } from './copy.ts'
import { GroupChart } from './GroupChart.tsx'
import type { Range } from './range.ts'
import { SeriesChart } from './SeriesChart.tsx'
import { comparedOf } from './series.ts'
import styles from './statistics.module.css'

/** The parameters of all tabs, from the address of the page. */
export type Scope = {
  range: Range
  today: string
  storeId: string | undefined
  by: PeriodLength
  compareWith: Comparison
}

/** The part of a response that charts need. */
type Statistics<F> = {
  asOf: string
  from: string
  comparedFrom: string | null
  comparedTo: string | null
  total: F
  comparedTotal: F | null
  rows: { key: string; name: string | null; partial: boolean; figures: F; compared: F | null }[]
}

/** A figure above the charts: its text, and its number for the comparison, if it has one. */
export type Shown<F> = {
  title: string
  text: (figures: F) => string
  value?: (figures: F) => number
  note?: (figures: F) => string
}

type TabProps<F> = {
  scope: Scope
  series: UseQueryResult<Statistics<F>>
  groups: UseQueryResult<Statistics<F>>
  figures: readonly Shown<F>[]
  titles: { series: string; groups: string; group: string }
  value: (figures: F) => number
  inUnit: (value: number) => string
  csv: { series: ReactNode; groups: ReactNode }
  children?: ReactNode
}

/** Figures of a range, their line, and their groups, each beside that of the earlier range. */
export function Tab<F>(props: TabProps<F>) {
  const { scope, series, groups, figures, titles, value, inUnit, csv, children } = props
  const { from, to } = scope.range
  const total = series.data?.total
  const before = series.data?.comparedTotal ?? undefined
  const compared = comparedOf(series.data)
  const asOf = [series.data, groups.data]
    .flatMap((data) => (data === undefined ? [] : [data.asOf]))
    .toSorted()
    .at(0)
  const isRunning = series.data?.rows.some(({ partial }) => partial) ?? false
  const than = compared && (isRunning ? text.figures.sameTime(compared.label) : compared.label)
  const valuesOf = (row: { figures: F; compared: F | null }) => ({
    value: value(row.figures),
    compared: row.compared === null ? null : value(row.compared),
  })
  return (
    <>
      {total === undefined && series.error !== null && (
        <Failure title={chartText.failed} cause={series.error} retry={() => void series.refetch()} />
      )}
      <p className={styles.asOf}>{asOf === undefined ? '\u00a0' : text.asOf(momentOf(asOf))}</p>
      <Figures label={text.figures.label}>
        {figures.map((each) => (
          <Figure
            key={each.title}
            title={each.title}
            value={total && each.text(total)}
            change={
              total && before && than && each.value
                ? changeText(changeOf(each.value(total), each.value(before)), text.figures.past)
                : undefined
            }
            note={
              each.note ? total && each.note(total) : before && than && text.figures.before(than, each.text(before))
            }
          />
        ))}
      </Figures>
      <div className={charts.cards}>
        <SeriesChart
          title={titles.series}
          by={scope.by}
          buckets={series.data?.rows.map((row) => ({ key: row.key, partial: row.partial, ...valuesOf(row) }))}
          range={{ from: shortDate(from), to: shortDate(to) }}
          compared={compared}
          inUnit={inUnit}
          failure={failureOf(series)}
          actions={csv.series}
        />
        <GroupChart
          title={titles.groups}
          head={titles.group}
          groups={groups.data?.rows.map((row) => ({ key: row.key, name: row.name ?? row.key, ...valuesOf(row) }))}
          compared={comparedOf(groups.data)}
          chosen={scope.storeId}
          inUnit={inUnit}
          failure={failureOf(groups)}
          actions={csv.groups}
        />
        {children}
      </div>
    </>
  )
}

const failureOf = ({ data, error, refetch }: Pick<UseQueryResult, 'data' | 'error' | 'refetch'>) =>
  data === undefined && error !== null ? { cause: error, retry: () => void refetch() } : undefined
