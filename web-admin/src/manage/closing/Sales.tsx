import type { GetMoneyFiguresResult } from '@kingcar/client'
import type { UseQueryResult } from '@tanstack/react-query'
import { amount, wonOf } from '../text/format.ts'
import styles from './closing.module.css'
import { text } from './copy.ts'
import { Sheet, Sums } from './Sheet.tsx'

const labels = text.sales
type Figures = GetMoneyFiguresResult['total']

const cellsOf = ({ orders, paid, refunded }: Figures) => [
  text.count(amount(orders)),
  wonOf(paid),
  wonOf(refunded),
  wonOf(paid - refunded),
]

/** Payments and refunds of the day by method. */
export const Sales = ({ query, ofStore }: { query: UseQueryResult<GetMoneyFiguresResult>; ofStore: boolean }) => (
  <Sheet title={labels.title} query={query}>
    {({ rows, total }) => (
      <>
        {ofStore && <p className={styles.note}>{labels.storeOnly}</p>}
        {rows.length === 0 ? (
          <p>{labels.none}</p>
        ) : (
          <Sums
            title={labels.title}
            head={[labels.method, labels.orders, labels.paid, labels.refunded, labels.net]}
            rows={rows.map(({ key, name, figures }) => ({ key, cells: [name ?? key, ...cellsOf(figures)] }))}
            total={[text.total, ...cellsOf(total)]}
          />
        )}
        {total.owed > 0 && <p className={styles.note}>{labels.owed(wonOf(total.owed))}</p>}
      </>
    )}
  </Sheet>
)
