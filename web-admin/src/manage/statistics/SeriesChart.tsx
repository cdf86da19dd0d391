import type { PeriodLength } from '@kingcar/contract'
import type { ReactNode } from 'react'
import { Axis } from '../charts/Axis.tsx'
import { Chart, type ChartFailure } from '../charts/Chart.tsx'
import { ChartValues } from '../charts/ChartValues.tsx'
import styles from '../charts/charts.module.css'
import { isLabelled, pathOf, placesOf, ticksOf } from '../charts/plot.ts'
import { peakOf } from '../charts/values.ts'
import { text } from './copy.ts'
import { bucketName, bucketShortName, type Compared } from './series.ts'

const labels = text.series
const maxLabels = 7

/** A bucket: its key, its value, and that of the same place in the earlier range. */
export type Bucket = { key: string; partial: boolean; value: number; compared: number | null }

type SeriesChartProps = {
  title: string
  by: PeriodLength
  /** Undefined while loading. */
  buckets: readonly Bucket[] | undefined
  range: { from: string; to: string }
  compared: Compared | undefined
  inUnit: (value: number) => string
  failure: ChartFailure
  actions: ReactNode
}

/** Buckets of a range as a line, with the dated line of the earlier range; the bucket that is not over is dashed. */
export function SeriesChart(props: SeriesChartProps) {
  const { title, by, buckets, range, compared, inUnit, failure, actions } = props
  const points = buckets ?? []
  const running = points.findIndex(({ partial }) => partial)
  /** The first bucket of the future. */
  const ahead = running === -1 ? points.length : running + 1
  const values = points.slice(0, ahead).map(({ value }) => value)
  const earlier = points.map((point) => point.compared ?? 0)
  const ticks = ticksOf(Math.max(0, ...values, ...earlier), Math.min(0, ...values, ...earlier))
  const places = placesOf([...values, ...points.slice(ahead).map(() => 0)], ticks).slice(0, ahead)
  const earlierPlaces = placesOf(earlier, ticks)
  const peak = peakOf(points.slice(0, ahead))
  const valueAt = (at: number) => {
    const value = inUnit(points[at]?.value ?? 0)
    if (at >= ahead) return labels.notYet
    return at === running ? labels.soFar(value) : value
  }
  const texts = points.map(({ key }, at) => {
    const now = labels.value(bucketName(key, by), valueAt(at))
    return compared ? labels.compared(now, compared.bucket(at, by), inUnit(earlier[at] ?? 0)) : now
  })
  return (
    <Chart
      title={title}
      sentence={buckets && (peak ? labels.peak(bucketName(peak.key, by), inUnit(peak.value)) : labels.nothing)}
      table={{
        head: [
          labels[by],
          range.from === range.to ? range.from : labels.days(range.from, range.to),
          compared?.label ?? '',
        ],
        rows: points.map(({ key }, at) => ({
          key,
          cells: [bucketName(key, by), valueAt(at), compared ? inUnit(earlier[at] ?? 0) : ''],
        })),
      }}
      failure={failure}
      actions={actions}
      wide
    >
      <Axis
        ticks={ticks}
        labels={points.map(({ key }, at) => ({
          key,
          label: isLabelled(at, points.length, maxLabels) ? bucketShortName(key, by) : '',
        }))}
      >
        <svg className={styles.curves} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
          {compared && <polyline className={styles.earlier} points={pathOf(earlierPlaces)} />}
          <polyline className={styles.current} points={pathOf(running === -1 ? places : places.slice(0, running))} />
          {running !== -1 && (
            <polyline className={styles.currentOpen} points={pathOf(places.slice(Math.max(0, running - 1)))} />
          )}
        </svg>
        <ChartValues label={title} texts={texts} columns={Math.max(1, points.length)} className={styles.days}>
          {(at) => places[at] && <span className={styles.dot} style={{ insetBlockStart: `${places[at]?.y ?? 0}%` }} />}
        </ChartValues>
      </Axis>
      <p className={styles.legend} aria-hidden>
        <span>{range.from === range.to ? range.from : labels.days(range.from, range.to)}</span>
        {running !== -1 && <span className={styles.openKey}>{labels.open}</span>}
        {compared && <span className={styles.earlierKey}>{compared.label}</span>}
      </p>
    </Chart>
  )
}
