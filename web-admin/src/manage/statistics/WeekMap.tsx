import { Chart, type ChartFailure } from '../charts/Chart.tsx'
import { ChartValues } from '../charts/ChartValues.tsx'
import { isLabelled } from '../charts/plot.ts'
import { peakOf } from '../charts/values.ts'
import { amount } from '../text/format.ts'
import { text } from './copy.ts'
import { byWeekday } from './figures.ts'
import styles from './statistics.module.css'
import type { Hours } from './use-statistics.ts'

const labels = text.week
const depths = [0, 25, 50, 75, 100]
const hoursOfDay = Array.from({ length: 24 }, (_, hour) => String(hour))

/** Visits by weekday and hour: the more visits, the deeper the colour. */
export function WeekMap({ hours, failure }: Pick<Hours, 'hours'> & { failure: ChartFailure }) {
  const cells = byWeekday(hours ?? [])
  const peak = peakOf(cells)
  const texts = cells.map(({ value }, at) => labels.value(dayOf(at), String(at % 24), amount(value)))
  return (
    <Chart
      title={labels.title}
      sentence={
        hours &&
        (peak
          ? labels.peak(dayOf(Number(peak.key)), String(Number(peak.key) % 24), amount(peak.value))
          : text.hours.nothing)
      }
      table={{
        head: [labels.day, ...hoursOfDay.map(text.hours.at)],
        rows: labels.days.map((day, row) => ({
          key: day,
          cells: [day, ...cells.slice(row * 24, (row + 1) * 24).map(({ value }) => amount(value))],
        })),
      }}
      failure={failure}
    >
      <div className={styles.map}>
        <div className={styles.mapDays} aria-hidden>
          {labels.days.map((day) => (
            <span key={day}>{day}</span>
          ))}
        </div>
        <ChartValues label={labels.title} texts={texts} columns={24} className={styles.cells}>
          {(at) => (
            <span
              className={styles.cell}
              style={{ '--depth': `${Math.round((100 * (cells[at]?.value ?? 0)) / (peak?.value ?? 1))}%` }}
            />
          )}
        </ChartValues>
        <div className={styles.mapHours} aria-hidden>
          {hoursOfDay.map((hour, at) => (
            <span key={hour}>{isLabelled(at, 24, 8) ? hour : ''}</span>
          ))}
        </div>
        <p className={styles.scale} aria-hidden>
          {labels.depth('0')}
          {depths.map((depth) => (
            <span key={depth} style={{ '--depth': `${depth}%` }} />
          ))}
          {labels.depth(amount(peak?.value ?? 0))}
        </p>
      </div>
    </Chart>
  )
}

const dayOf = (at: number): string => labels.days[Math.floor(at / 24)] ?? ''
