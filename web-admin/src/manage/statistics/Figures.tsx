import { text as chartText } from '../charts/copy.ts'
import { Figure, Figures as Group } from '../charts/Figure.tsx'
import { changeOf, changeText, type Point, type Share, shareChangeOf } from '../charts/values.ts'
import { amount, percent, wonOf } from '../text/format.ts'
import { text } from './copy.ts'
import { type Totals, totalOf } from './figures.ts'
import type { Statistics } from './use-statistics.ts'

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
    <Group label={labels.label}>
      <Figure
        title={labels.visits}
        value={now && cars(now.visits)}
        change={now && past && changeText(changeOf(now.visits, past.visits), labels.past)}
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
            : changeText(changeOf(earned, earnedBefore), labels.past)
        }
        note={earnedBefore === undefined ? undefined : labels.before(wonOf(earnedBefore))}
      />
    </Group>
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
      change={now && past && changeText(shareChangeOf(share(now), share(past)), labels.past, '%p')}
      note={now && cars(now[part])}
    />
  )
}

const cars = (n: number) => chartText.cars(amount(n))
const sumOf = (points: readonly Point[]) => points.reduce((sum, { value }) => sum + value, 0)
