import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { storesQuery } from '../api/queries.ts'
import { Button } from '../components/controls.tsx'
import { copy } from '../text/copy.ts'
import { amount } from '../text/format.ts'
import { Chart } from './Chart.tsx'
import { ChartValues } from './ChartValues.tsx'
import { text } from './copy.ts'
import styles from './dashboard.module.css'
import { peakOf } from './figures.ts'
import type { Range } from './range.ts'
import { useStoreVisits } from './use-dashboard.ts'

const labels = text.stores
/** Stores per page; each store is one request. */
const size = 8

/** Visits by store, in pages. */
export function StoreChart({ range, storeId }: { range: Range; storeId: string | undefined }) {
  const { data: all, error: storesError, refetch: refetchStores } = useQuery(storesQuery)
  const [page, setPage] = useState(0)
  const stores = all?.slice(page * size, (page + 1) * size) ?? []
  const { data: visits, error, refetch } = useStoreVisits(stores, range)
  const points = stores.map(({ id, name }) => ({ key: id, name, value: visits?.get(id) ?? 0 }))
  const peak = peakOf(points)
  const texts = points.map(({ name, value }) => labels.value(name, amount(value)))
  const cause = storesError ?? error
  const pages = Math.ceil((all?.length ?? 0) / size)
  const peakText = pages > 1 ? labels.peakHere : labels.peak
  const sentence = all?.length === 0 ? labels.none : peak ? peakText(peak.name, amount(peak.value)) : text.hours.nothing
  return (
    <Chart
      title={labels.title}
      sentence={all !== undefined && visits !== undefined ? sentence : undefined}
      shown=""
      table={{
        head: [labels.store, text.hours.visits],
        rows: points.map(({ key, name, value }) => ({ key, cells: [name, text.figures.cars(amount(value))] })),
      }}
      failure={cause === null ? undefined : { cause, retry: () => void (storesError ? refetchStores() : refetch()) }}
    >
      <ChartValues label={labels.title} texts={texts} columns={1} className={styles.stores} legible>
        {(at) => (
          <span className={styles.store} data-chosen={points[at]?.key === storeId || undefined}>
            <span>{points[at]?.name}</span>
            <b>{text.figures.cars(amount(points[at]?.value ?? 0))}</b>
            <span className={styles.track}>
              <span style={{ inlineSize: `${(100 * (points[at]?.value ?? 0)) / (peak?.value ?? 1)}%` }} />
            </span>
          </span>
        )}
      </ChartValues>
      {pages > 1 && (
        <nav className={styles.pages} aria-label={labels.pages}>
          <Button disabled={page === 0} onClick={() => setPage(page - 1)}>
            {copy.pages.previous}
          </Button>
          <span role="status">{labels.page(amount(page + 1), amount(pages))}</span>
          <Button disabled={page + 1 >= pages} onClick={() => setPage(page + 1)}>
            {copy.pages.next}
          </Button>
        </nav>
      )}
    </Chart>
  )
}
