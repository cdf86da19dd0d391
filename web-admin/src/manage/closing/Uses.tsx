import type { GetUseFiguresResult } from '@kingcar/client'
import type { UseQueryResult } from '@tanstack/react-query'
import { amount } from '../text/format.ts'
import { text } from './copy.ts'
import { Sheet, Sums } from './Sheet.tsx'

const labels = text.uses
type Figures = GetUseFiguresResult['total']

const cellsOf = ({ uses, byHand, reversed }: Figures) => [uses, byHand, reversed].map((n) => text.times(amount(n)))

/** Uses of the day by product. */
export const Uses = ({ query }: { query: UseQueryResult<GetUseFiguresResult> }) => (
  <Sheet title={labels.title} query={query}>
    {({ rows, total }) =>
      rows.length === 0 ? (
        <p>{labels.none}</p>
      ) : (
        <Sums
          title={labels.title}
          head={[labels.product, labels.uses, labels.byHand, labels.reversed]}
          rows={rows.map(({ key, name, figures }) => ({ key, cells: [name ?? key, ...cellsOf(figures)] }))}
          total={[text.total, ...cellsOf(total)]}
        />
      )
    }
  </Sheet>
)
