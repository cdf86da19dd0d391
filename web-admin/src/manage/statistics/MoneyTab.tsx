import { exportMoneyFigures, type GetMoneyFiguresResult } from '@kingcar/client'
import { CsvButton } from '../list/CsvButton.tsx'
import { amount, wonOf } from '../text/format.ts'
import { text } from './copy.ts'
import { type Scope, type Shown, Tab } from './Tab.tsx'
import { useMoneyFigures } from './use-statistics.ts'

const labels = text.money
type Money = GetMoneyFiguresResult['total']
const net = ({ paid, refunded }: Money) => paid - refunded

const figures: Shown<Money>[] = [
  { title: labels.net, text: (each) => wonOf(net(each)), value: net },
  { title: labels.orders, text: ({ orders }) => labels.count(amount(orders)), value: ({ orders }) => orders },
  { title: labels.refunded, text: ({ refunded }) => wonOf(refunded), value: ({ refunded }) => refunded },
  { title: labels.discount, text: ({ discount }) => wonOf(discount), value: ({ discount }) => discount },
  {
    title: labels.failed,
    text: ({ renewalsFailed, renewalsRecovered }) =>
      labels.recovered(amount(renewalsFailed), amount(renewalsRecovered)),
    value: ({ renewalsFailed }) => renewalsFailed,
  },
]

/** Money of a range, by store, product or method. */
export function MoneyTab({ scope, group }: { scope: Scope; group: 'store' | 'product' | 'method' }) {
  const { range, storeId, compareWith } = scope
  const by = scope.by === 'hour' ? 'day' : scope.by
  const of = { from: range.from, to: range.to, compareWith, ...(storeId !== undefined && { storeId }) }
  const series = { ...of, by }
  const groups = { ...(group === 'store' ? { from: range.from, to: range.to, compareWith } : of), by: group }
  return (
    <Tab
      scope={{ ...scope, by }}
      {...useMoneyFigures(series, groups)}
      figures={figures}
      titles={{
        series: labels.series(text.by[by]),
        groups: labels.groups(text.group[group]),
        group: text.group[group],
      }}
      value={net}
      inUnit={wonOf}
      csv={{
        series: <CsvButton op={exportMoneyFigures} input={series} name={labels.file} />,
        groups: <CsvButton op={exportMoneyFigures} input={groups} name={labels.file} />,
      }}
    />
  )
}
