import { Axis } from '../charts/Axis.tsx'
import { Chart } from '../charts/Chart.tsx'
import { ChartValues } from '../charts/ChartValues.tsx'
import styles from '../charts/charts.module.css'
import { isLabelled, pathOf, placesOf, ticksOf } from '../charts/plot.ts'
import { amount, dateOf, shortDate } from '../text/format.ts'
import { text } from './copy.ts'
import type { useVisitsOf } from './use-today.ts'

const labels = text.hours
const maxLabels = 8
const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour)

/** Visits of the day by hour as bars, with the same day of the week before as a line. */
export function TodayHours({ query, today }: { query: ReturnType<typeof useVisitsOf>; today: string }) {
  const { data, error, refetch } = query
  const hours = hoursOfDay.map((hour) => data?.rows[hour])
  const visits = hours.map((row) => row?.figures.visits ?? 0)
  const before = hours.map((row) => row?.compared?.visits ?? 0)
  const running = hours.findIndex((row) => row?.partial === true)
  /** The first hour without figures; a day that is over has none. */
  const ahead = running === -1 ? hours.length : running + 1
  const ticks = ticksOf(Math.max(...visits, ...before))
  const top = ticks.at(-1) ?? 1
  const places = placesOf(before, ticks)
  const then = shortDate(data?.comparedFrom ? dateOf(Date.parse(data.comparedFrom)) : today)

  const textOf = (hour: number) => {
    const [name, n] = [String(hour), amount(visits[hour] ?? 0)]
    if (hour >= ahead) return labels.future(name)
    return hour === running ? labels.partial(name, n) : labels.value(name, n)
  }
  return (
    <Chart
      title={labels.title}
      sentence={
        data && labels.sentence(amount(data.total.visits), text.sameTime(then), amount(data.comparedTotal?.visits ?? 0))
      }
      table={{
        head: [labels.hour, shortDate(today), then],
        rows: hoursOfDay.map((hour) => ({
          key: String(hour),
          cells: [
            hour === running ? `${labels.at(String(hour))} (${labels.running})` : labels.at(String(hour)),
            hour >= ahead ? labels.notYet : amount(visits[hour] ?? 0),
            amount(before[hour] ?? 0),
          ],
        })),
      }}
      failure={data === undefined && error !== null ? { cause: error, retry: () => void refetch() } : undefined}
      wide
    >
      <Axis
        ticks={ticks}
        labels={hoursOfDay.map((hour) => ({
          key: String(hour),
          label: isLabelled(hour, hoursOfDay.length, maxLabels) ? String(hour) : '',
        }))}
      >
        <ChartValues
          label={labels.title}
          texts={hoursOfDay.map((hour) => labels.compared(textOf(hour), then, amount(before[hour] ?? 0)))}
          columns={hoursOfDay.length}
          className={styles.bars}
        >
          {(hour) => (
            <span
              className={styles.bar}
              data-partial={hour === running || undefined}
              style={{ blockSize: `${(100 * (visits[hour] ?? 0)) / top}%` }}
            />
          )}
        </ChartValues>
        <svg className={styles.curves} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
          <polyline className={styles.compared} points={pathOf(places.slice(0, ahead))} />
          <polyline className={styles.comparedAhead} points={pathOf(places.slice(Math.max(0, ahead - 1)))} />
        </svg>
      </Axis>
      <p className={styles.legend} aria-hidden>
        <span className={styles.barKey}>{shortDate(today)}</span>
        {running !== -1 && <span className={styles.partialKey}>{labels.running}</span>}
        <span className={styles.comparedKey}>{then}</span>
        {running !== -1 && <span className={styles.comparedAheadKey}>{labels.ahead}</span>}
      </p>
    </Chart>
  )
}
