import type { ReactNode } from 'react'
import { amount } from '../text/format.ts'
import styles from './charts.module.css'

type AxisProps = {
  ticks: readonly number[]
  /** Labels below the chart, from left to right; an empty label keeps its place. */
  labels: readonly { key: string; label: string }[]
  children: ReactNode
}

/** Scale at the left, grid lines, and labels below a chart; hidden from screen readers. */
export function Axis({ ticks, labels, children }: AxisProps) {
  return (
    <div className={styles.axis}>
      <div className={styles.scale} aria-hidden>
        {ticks.toReversed().map((tick) => (
          <span key={tick}>{shortNumber(tick)}</span>
        ))}
      </div>
      <div className={styles.plot}>
        <div className={styles.lines} aria-hidden>
          {ticks.map((tick) => (
            <span key={tick} />
          ))}
        </div>
        {children}
      </div>
      <div className={styles.labels} aria-hidden>
        {labels.map(({ key, label }) => (
          <span key={key}>{label}</span>
        ))}
      </div>
    </div>
  )
}

const tenThousand = 10_000

/** `1,200`; from 10,000 on in units of 만: `412만`. */
const shortNumber = (value: number): string =>
  Math.abs(value) >= tenThousand ? `${amount(value / tenThousand)}만` : amount(value)
