import { Chart } from '../charts/Chart.tsx'
import { ChartValues } from '../charts/ChartValues.tsx'
import { text as chartText } from '../charts/copy.ts'
import { peakOf } from '../charts/values.ts'
import { amount } from '../text/format.ts'
import { text } from './copy.ts'
import type { Range } from './range.ts'
import styles from './statistics.module.css'
import { useStoreVisits } from './use-statistics.ts'

const labels = text.stores

/** Visits by store, the most visited first, with one scale for all. */
export function StoreChart({ range, storeId }: { range: Range; storeId: string | undefined }) {
  const { data, error, refetch } = useStoreVisits(range)
  const points = (data?.rows ?? [])
    .map(({ key, name, figures }) => ({ key, name: name ?? key, value: figures.visits }))
    .toSorted((a, b) => b.value - a.value)
  const peak = peakOf(points)
  return (
    <Chart
      title={labels.title}
      sentence={data && (peak ? labels.peak(peak.name, amount(peak.value)) : text.hours.nothing)}
      table={{
        head: [labels.store, text.hours.visits],
        rows: points.map(({ key, name, value }) => ({ key, cells: [name, chartText.cars(amount(value))] })),
      }}
      failure={error === null ? undefined : { cause: error, retry: () => void refetch() }}
    >
      <ChartValues
        label={labels.title}
        texts={points.map(({ name, value }) => labels.value(name, amount(value)))}
        columns={1}
        className={styles.stores}
        legible
      >
        {(at) => (
          <span className={styles.store} data-chosen={points[at]?.key === storeId || undefined}>
            <span>{points[at]?.name}</span>
            <b>{chartText.cars(amount(points[at]?.value ?? 0))}</b>
            <span className={styles.track}>
              <span style={{ inlineSize: `${(100 * (points[at]?.value ?? 0)) / (peak?.value ?? 1)}%` }} />
            </span>
          </span>
        )}
      </ChartValues>
    </Chart>
  )
}
