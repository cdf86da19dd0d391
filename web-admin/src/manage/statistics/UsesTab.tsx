import { exportUseFigures, type GetUseFiguresResult } from '@kingcar/client'
import { CsvButton } from '../list/CsvButton.tsx'
import { amount } from '../text/format.ts'
import { text } from './copy.ts'
import { type Scope, type Shown, Tab } from './Tab.tsx'
import { useUseFigures } from './use-statistics.ts'

const labels = text.uses
const times = (n: number) => labels.times(amount(n))

const figures: Shown<GetUseFiguresResult['total']>[] = [
  { title: labels.used, text: ({ uses }) => times(uses), value: ({ uses }) => uses },
  { title: labels.reversed, text: ({ reversed }) => times(reversed), value: ({ reversed }) => reversed },
  { title: labels.byHand, text: ({ byHand }) => times(byHand), value: ({ byHand }) => byHand },
]

/** Uses of products in a range, by store or product. */
export function UsesTab({ scope, group }: { scope: Scope; group: 'store' | 'product' }) {
  const { range, storeId, by, compareWith } = scope
  const of = { from: range.from, to: range.to, compareWith, ...(storeId !== undefined && { storeId }) }
  const series = { ...of, by }
  const groups = { ...(group === 'store' ? { from: range.from, to: range.to, compareWith } : of), by: group }
  return (
    <Tab
      scope={scope}
      {...useUseFigures(series, groups)}
      figures={figures}
      titles={{
        series: labels.series(text.by[by]),
        groups: labels.groups(text.group[group]),
        group: text.group[group],
      }}
      value={({ uses }) => uses}
      inUnit={times}
      csv={{
        series: <CsvButton op={exportUseFigures} input={series} name={labels.file} />,
        groups: <CsvButton op={exportUseFigures} input={groups} name={labels.file} />,
      }}
    />
  )
}
