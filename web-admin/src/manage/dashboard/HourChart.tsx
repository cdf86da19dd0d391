import { useState } from 'react'
import { amount } from '../text/format.ts'
import { Axis } from './Axis.tsx'
import { Chart, type ChartFailure } from './Chart.tsx'
import { ChartValues } from './ChartValues.tsx'
import { text } from './copy.ts'
import styles from './dashboard.module.css'
import { byHourOfDay, peakOf } from './figures.ts'
import { isLabelled, ticksOf } from './plot.ts'
import type { Statistics } from './use-dashboard.ts'

const labels = text.hours
const maxLabels = 8

/** Visits by hour of the day. */
export function HourChart({ hours, failure }: Pick<Statistics, 'hours'> & { failure: ChartFailure }) {
  const [selected, setSelected] = useState<number>()
  const points = byHourOfDay(hours ?? [])
  const peak = peakOf(points)
  const ticks = ticksOf(peak?.value ?? 0)
  const top = ticks.at(-1) ?? 1
  const texts = points.map(({ key, value }) => labels.value(key, amount(value)))
  return (
    <Chart
      title={labels.title}
      sentence={hours && (peak ? labels.peak(peak.key, amount(peak.value)) : labels.nothing)}
      shown={(selected !== undefined && texts[selected]) || text.chart.hint}
      table={{
        head: [labels.hour, labels.visits],
        rows: points.map(({ key, value }) => ({ key, cells: [labels.at(key), text.figures.cars(amount(value))] })),
      }}
      failure={failure}
      wide
    >
      <Axis
        ticks={ticks}
        labels={points.map(({ key }, at) => ({ key, label: isLabelled(at, points.length, maxLabels) ? key : '' }))}
      >
        <ChartValues
          label={labels.title}
          texts={texts}
          columns={points.length}
          className={styles.bars}
          onSelect={setSelected}
        >
          {(at) => <span className={styles.bar} style={{ blockSize: `${(100 * (points[at]?.value ?? 0)) / top}%` }} />}
        </ChartValues>
      </Axis>
    </Chart>
  )
}
