import type { ReactNode } from 'react'
import { Chart, type ChartFailure } from '../charts/Chart.tsx'
import { ChartValues } from '../charts/ChartValues.tsx'
import { peakOf } from '../charts/values.ts'
import { text } from './copy.ts'
import type { Compared } from './series.ts'
import styles from './statistics.module.css'

const labels = text.groups

/** A store, product or method, with its value and that of the same part of the earlier range. */
export type Group = { key: string; name: string; value: number; compared: number | null }

type GroupChartProps = {
  title: string
  /** What a group is. */
  head: string
  /** Undefined while loading. */
  groups: readonly Group[] | undefined
  compared: Compared | undefined
  /** The group that the page is filtered by. */
  chosen: string | undefined
  inUnit: (value: number) => string
  failure: ChartFailure
  actions: ReactNode
}

/** Groups of a range, the largest first, with one scale for all. */
export function GroupChart({ title, head, groups, compared, chosen, inUnit, failure, actions }: GroupChartProps) {
  const points = (groups ?? []).toSorted((a, b) => b.value - a.value)
  const peak = peakOf(points)
  const earlier = (at: number) => inUnit(points[at]?.compared ?? 0)
  return (
    <Chart
      title={title}
      sentence={groups && (peak ? labels.peak(peak.name, inUnit(peak.value)) : text.series.nothing)}
      table={{
        head: [head, labels.now, compared?.label ?? ''],
        rows: points.map(({ key, name, value }, at) => ({
          key,
          cells: [name, inUnit(value), compared ? earlier(at) : ''],
        })),
      }}
      failure={failure}
      actions={actions}
    >
      <ChartValues
        label={title}
        texts={points.map(({ name, value }, at) => {
          const now = text.series.value(name, inUnit(value))
          return compared ? text.series.compared(now, compared.label, earlier(at)) : now
        })}
        columns={1}
        className={styles.stores}
        legible
      >
        {(at) => (
          <span className={styles.store} data-chosen={points[at]?.key === chosen || undefined}>
            <span>{points[at]?.name}</span>
            <b>{inUnit(points[at]?.value ?? 0)}</b>
            <span className={styles.track}>
              <span style={{ inlineSize: `${(100 * Math.max(0, points[at]?.value ?? 0)) / (peak?.value ?? 1)}%` }} />
            </span>
          </span>
        )}
      </ChartValues>
    </Chart>
  )
}
