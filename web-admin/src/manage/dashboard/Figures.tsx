import { amount, percent, wonOf } from '../text/format.ts'
import { text } from './copy.ts'
import styles from './dashboard.module.css'
import { type Change, changeOf, type Point, type Share, shareChangeOf, type Totals, totalOf } from './figures.ts'
import type { Statistics } from './use-dashboard.ts'

const labels = text.figures
export type Money = { now: readonly Point[]; before: readonly Point[] }

type FiguresProps = Pick<Statistics, 'hours' | 'before'> & {
  revenue: Money | undefined
  /** The other figures are of one store; revenue, which has no store, is then marked as that of all stores. */
  ofStore: boolean
}

/** Four figures of a range, each with the change from the previous period. */
export function Figures({ hours, before, revenue, ofStore }: FiguresProps) {
  const now = hours && totalOf(hours)
  const past = before && totalOf(before)
  const [earned, earnedBefore] = [revenue && sumOf(revenue.now), revenue && sumOf(revenue.before)]
  return (
    <section aria-label={labels.label}>
      <dl className={styles.figures}>
        <Figure
          title={labels.visits}
          value={now && cars(now.visits)}
          change={now && past && changeText(changeOf(now.visits, past.visits), '%')}
          note={past && labels.before(cars(past.visits))}
        />
        <ShareFigure title={labels.returning} now={now} past={past} part="returning" />
        <ShareFigure title={labels.guests} now={now} past={past} part="guests" />
        <Figure
          title={ofStore ? `${labels.revenue} (${labels.everyStore})` : labels.revenue}
          value={earned === undefined ? undefined : wonOf(earned)}
          change={
            earned === undefined || earnedBefore === undefined
              ? undefined
              : changeText(changeOf(earned, earnedBefore), '%')
          }
          note={earnedBefore === undefined ? undefined : labels.before(wonOf(earnedBefore))}
        />
      </dl>
    </section>
  )
}

type ShareFigureProps = {
  title: string
  now: Totals | undefined
  past: Totals | undefined
  part: 'returning' | 'guests'
}

function ShareFigure({ title, now, past, part }: ShareFigureProps) {
  const share = (of: Totals): Share => ({ part: of[part], of: of.visits })
  return (
    <Figure
      title={title}
      value={now && percent(now[part], now.visits)}
      change={now && past && changeText(shareChangeOf(share(now), share(past)), '%p')}
      note={now && cars(now[part])}
    />
  )
}

type FigureProps = { title: string; value: string | undefined; change: string | undefined; note: string | undefined }

const Figure = ({ title, value, change, note }: FigureProps) => (
  <div className={styles.figure} aria-busy={value === undefined}>
    <dt>{title}</dt>
    <dd className={styles.number}>{value ?? '\u00a0'}</dd>
    <dd className={styles.change}>{change ?? '\u00a0'}</dd>
    <dd className={styles.note}>{note ?? '\u00a0'}</dd>
  </div>
)

/** A change with its sign and in words: colour alone is not accessible. */
function changeText(change: Change, unit: string): string {
  const sentences = labels.change
  if (change.direction !== 'up' && change.direction !== 'down') return sentences[change.direction]
  return sentences[change.direction](`${amount(Math.abs(change.percent))}${unit}`)
}

const cars = (n: number) => labels.cars(amount(n))
const sumOf = (points: readonly Point[]) => points.reduce((sum, { value }) => sum + value, 0)
