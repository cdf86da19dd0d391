import { amount, rate, wonOf } from '../text/format.ts'
import { text } from './copy.ts'
import { endedOf, type Month } from './months.ts'
import styles from './subscriptions.module.css'

const labels = text.now

/** The figures of this month, each with that of the previous month. `months` is undefined while loading. */
export function Now({ months }: { months: readonly Month[] | undefined }) {
  const [last, now] = months?.slice(-2) ?? []
  const figures = now &&
    last && [
      [labels.active, text.count(amount(now.figures.active)), labels.lastEnd(text.count(amount(last.figures.active)))],
      [labels.revenue, wonOf(now.figures.monthlyRevenue), labels.lastEnd(wonOf(last.figures.monthlyRevenue))],
      [labels.started, text.count(amount(now.figures.started)), labels.last(text.count(amount(last.figures.started)))],
      [labels.churn, share(now.churn), labels.ended(amount(endedOf(now.figures)), share(last.churn))],
    ]
  const empty = [labels.active, labels.revenue, labels.started, labels.churn].map((title) => [
    title,
    '\u00a0',
    '\u00a0',
  ])
  return (
    <section aria-label={labels.label} aria-busy={figures === undefined}>
      <dl className={styles.figures}>
        {(figures ?? empty).map(([title, value, note]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd className={styles.number}>{value}</dd>
            <dd className={styles.note}>{note}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const share = (churn: number | undefined) => (churn === undefined ? text.unknown : rate(churn))
