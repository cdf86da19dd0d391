import { Axis } from '../charts/Axis.tsx'
import { Chart, type ChartFailure } from '../charts/Chart.tsx'
import { ChartValues } from '../charts/ChartValues.tsx'
import styles from '../charts/charts.module.css'
import { text as chartText } from '../charts/copy.ts'
import { isLabelled, ticksOf } from '../charts/plot.ts'
import { peakOf } from '../charts/values.ts'
import { amount } from '../text/format.ts'
import { text } from './copy.ts'
import { byHourOfDay } from './figures.ts'
import type { Hours } from './use-statistics.ts'

const labels = text.hours
const maxLabels = 8

/** Visits by hour of the day. */
export function HourChart({ hours, failure }: Pick<Hours, 'hours'> & { failure: ChartFailure }) {
  const points = byHourOfDay(hours ?? [])
  const peak = peakOf(points)
  const ticks = ticksOf(peak?.value ?? 0)
  const top = ticks.at(-1) ?? 1
  const texts = points.map(({ key, value }) => labels.value(key, amount(value)))
  return (
    <Chart
      title={labels.title}
      sentence={hours && (peak ? labels.peak(peak.key, amount(peak.value)) : labels.nothing)}
      table={{
        head: [labels.hour, labels.visits],
        rows: points.map(({ key, value }) => ({ key, cells: [labels.at(key), chartText.cars(amount(value))] })),
      }}
      failure={failure}
    >
      <Axis
        ticks={ticks}
        labels={points.map(({ key }, at) => ({ key, label: isLabelled(at, points.length, maxLabels) ? key : '' }))}
      >
        <ChartValues label={labels.title} texts={texts} columns={points.length} className={styles.bars}>
          {(at) => <span className={styles.bar} style={{ blockSize: `${(100 * (points[at]?.value ?? 0)) / top}%` }} />}
        </ChartValues>
      </Axis>
    </Chart>
  )
}
