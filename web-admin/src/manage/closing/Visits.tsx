import type { GetVisitFiguresResult } from '@kingcar/client'
import type { UseQueryResult } from '@tanstack/react-query'
import { amount } from '../text/format.ts'
import { text } from './copy.ts'
import { Sheet, Sums } from './Sheet.tsx'

const labels = text.visits
const kinds = ['members', 'guests', 'newPlates', 'returning', 'used', 'corrected'] as const

/** Visits of the day by kind. */
export const Visits = ({ query }: { query: UseQueryResult<GetVisitFiguresResult> }) => (
  <Sheet title={labels.title} query={query}>
    {({ total }) => (
      <Sums
        title={labels.title}
        head={[labels.what, labels.number]}
        rows={kinds.map((kind) => ({ key: kind, cells: [labels[kind], text.cars(amount(total[kind]))] }))}
        total={[labels.all, text.cars(amount(total.visits))]}
      />
    )}
  </Sheet>
)
