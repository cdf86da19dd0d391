import { useState } from 'react'
import { shortDate } from '../text/format.ts'
import { Axis } from './Axis.tsx'
import { Chart, type ChartFailure } from './Chart.tsx'
import { ChartValues } from './ChartValues.tsx'
import { text } from './copy.ts'
import styles from './dashboard.module.css'
import { type Point, peakOf } from './figures.ts'
import { isLabelled, placesOf, ticksOf } from './plot.ts'

const labels = text.daily
const maxLabels = 7

type DailyChartProps = {
  title: string
  /** Values by day; undefined while loading. */
  now: readonly Point[] | undefined
  /** Values of the same number of days right before. */
  before: readonly Point[] | undefined
  inUnit: (value: number) => string
  nothing: string
  failure: ChartFailure
}

/** One value per day as a line, with the line of the previous period behind it. */
export function DailyChart({ title, now, before = [], inUnit, nothing, failure }: DailyChartProps) {
  const [selected, setSelected] = useState<number>()
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
      shown={(selected !== undefined && texts[selected]) || text.chart.lineHint}
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
          <polyline className={styles.current} points={pathOf(places)} />
        </svg>
        <ChartValues label={title} texts={texts} columns={points.length} className={styles.days} onSelect={setSelected}>
          {(at) => <span className={styles.dot} style={{ insetBlockStart: `${places[at]?.y ?? 0}%` }} />}
        </ChartValues>
      </Axis>
      <p className={styles.legend} aria-hidden>
        <span>{text.chart.now}</span>
        <span className={styles.earlierKey}>{text.chart.before}</span>
      </p>
    </Chart>
  )
}

/** Pads values to the number of columns: the previous period may have fewer days, because the current day is not over. */
const inColumns = (values: readonly number[], count: number): number[] =>
  Array.from({ length: count }, (_, at) => values[at] ?? 0)

const pathOf = (places: readonly { x: number; y: number }[]): string => places.map(({ x, y }) => `${x},${y}`).join(' ')
