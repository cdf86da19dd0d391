import { Axis } from '../charts/Axis.tsx'
import { Chart, type ChartFailure } from '../charts/Chart.tsx'
import { ChartValues } from '../charts/ChartValues.tsx'
import styles from '../charts/charts.module.css'
import { isLabelled, pathOf, placesOf, ticksOf } from '../charts/plot.ts'
import { type Point, peakOf } from '../charts/values.ts'
import { shortDate } from '../text/format.ts'
import { text } from './copy.ts'

const labels = text.daily
const maxLabels = 7

type DailyChartProps = {
  title: string
  /** Values by day; undefined while loading. */
  now: readonly Point[] | undefined
  /** Values of the same number of days right before. */
  before: readonly Point[] | undefined
  inUnit: (value: number) => string
  /** The last day is not over. */
  open: boolean
  nothing: string
  failure: ChartFailure
}

/** One value per day as a line, with the line of the previous period behind it. */
export function DailyChart({ title, now, before = [], inUnit, open, nothing, failure }: DailyChartProps) {
  const points = now ?? []
  const values = points.map(({ value }) => value)
  const earlier = before.slice(0, points.length).map(({ value }) => value)
  const ticks = ticksOf(Math.max(0, ...values, ...earlier), Math.min(0, ...values, ...earlier))
  const [places, earlierPlaces] = [placesOf(values, ticks), placesOf(inColumns(earlier, points.length), ticks)]
  const peak = peakOf(points)
  const compared = (at: number) => {
    const value = inUnit(values[at] ?? 0)
    const past = earlier[at]
    return past === undefined ? value : text.chart.compared(value, inUnit(past))
  }
  const texts = points.map(({ key }, at) => labels.value(shortDate(key), compared(at)))
  return (
    <Chart
      title={title}
      sentence={now && (peak ? labels.peak(shortDate(peak.key), inUnit(peak.value)) : nothing)}
      table={{
        head: [labels.day, text.chart.now, text.chart.before],
        rows: points.map(({ key, value }, at) => {
          const past = earlier[at]
          return { key, cells: [shortDate(key), inUnit(value), past === undefined ? '' : inUnit(past)] }
        }),
      }}
      failure={failure}
    >
      <Axis
        ticks={ticks}
        labels={points.map(({ key }, at) => ({
          key,
          label: isLabelled(at, points.length, maxLabels) ? `${Number(key.slice(5, 7))}.${Number(key.slice(8))}` : '',
        }))}
      >
        <svg className={styles.curves} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
          <polyline className={styles.earlier} points={pathOf(earlierPlaces.slice(0, earlier.length))} />
          <polyline className={styles.current} points={pathOf(open ? places.slice(0, -1) : places)} />
          {open && <polyline className={styles.currentOpen} points={pathOf(places.slice(-2))} />}
        </svg>
        <ChartValues label={title} texts={texts} columns={points.length} className={styles.days}>
          {(at) => <span className={styles.dot} style={{ insetBlockStart: `${places[at]?.y ?? 0}%` }} />}
        </ChartValues>
      </Axis>
      <p className={styles.legend} aria-hidden>
        <span>{daysOf(points)}</span>
        {open && <span className={styles.openKey}>{text.chart.open}</span>}
        {earlier.length > 0 && <span className={styles.earlierKey}>{daysOf(before)}</span>}
      </p>
    </Chart>
  )
}

/** First and last day of points; empty while loading. */
function daysOf(points: readonly Point[]): string {
  const [first, last] = [points[0], points.at(-1)]
  return first === undefined || last === undefined ? '' : text.chart.days(shortDate(first.key), shortDate(last.key))
}

/** Pads values to the number of columns: the previous period may have fewer days, because the current day is not over. */
const inColumns = (values: readonly number[], count: number): number[] =>
  Array.from({ length: count }, (_, at) => values[at] ?? 0)
