import type { ReactNode } from 'react'
import { amount } from '../text/format.ts'
import styles from './dashboard.module.css'

type AxisProps = {
  ticks: readonly number[]
  /** Below the chart, from its left to its right; empty ones take their place. */
  labels: readonly { key: string; label: string }[]
  children: ReactNode
}

/** The scale of a chart at its left, lines across, and labels below; all for the eye alone. */
export function Axis({ ticks, labels, children }: AxisProps) {
  return (
    <div className={styles.axis}>
      <div className={styles.scale} aria-hidden>
        {ticks.toReversed().map((tick) => (
          <span key={tick}>{shortly(tick)}</span>
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

/** `1,200` and `412만`: large round numbers as they are said. */
const shortly = (value: number): string =>
  Math.abs(value) >= tenThousand ? `${amount(value / tenThousand)}만` : amount(value)
