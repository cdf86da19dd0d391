import { exportStatement, getStatement } from '@kingcar/client'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useId } from 'react'
import { call } from '../../api/api.ts'
import { useServerNow } from '../api/use-server-now.ts'
import { Sums } from '../closing/Sheet.tsx'
import { Button } from '../components/controls.tsx'
import { Failure } from '../components/Failure.tsx'
import { Page } from '../components/Page.tsx'
import { CsvButton } from '../list/CsvButton.tsx'
import list from '../list/list.module.css'
import { useListSearch } from '../list/use-list-search.ts'
import { amount, dateOf, fullDateOf, monthOf, wonOf } from '../text/format.ts'
import { text as all } from './copy.ts'
import styles from './settlements.module.css'

const text = all.statement
const months = 24

/** The money of a month by store and method, on one sheet of paper. */
export function StatementPage() {
  const search = useSearch({ from: '/manage/statements' })
  const { change } = useListSearch()
  const id = useId()
  const now = dateOf(useServerNow(60_000)).slice(0, 7)
  const month = search.month ?? now
  const input = { month, ...(search.storeId !== undefined && { storeId: search.storeId }) }
  const { data, error, refetch } = useQuery({
    queryKey: ['getStatement', input],
    queryFn: () => call(getStatement, input),
  })
  const sum = (field: 'orders' | 'paid' | 'refunded' | 'fee' | 'net', rows = data?.rows ?? []) =>
    rows.reduce((total, row) => total + row[field], 0)
  const cells = (row: { orders: number; paid: number; refunded: number; fee: number; net: number }) => [
    all.count(amount(row.orders)),
    ...[row.paid, row.refunded, row.fee, row.net].map(wonOf),
  ]
  const counter = data?.rows.filter(({ atCounter }) => atCounter) ?? []
  return (
    <Page
      title={text.title}
      lead={text.lead(monthOf(`${month}-01`))}
      actions={
        <>
          <div className={list.filter}>
            <label htmlFor={id}>{text.month}</label>
            <select
              id={id}
              className={list.control}
              value={month}
              onChange={(event) => change({ month: event.target.value === now ? undefined : event.target.value })}
            >
              {monthsBefore(now, month).map((each) => (
                <option key={each} value={each}>
                  {monthOf(`${each}-01`)}
                </option>
              ))}
            </select>
          </div>
          <CsvButton op={exportStatement} input={input} name={text.file} />
          <Button tone="primary" onClick={() => window.print()}>
            {text.print}
          </Button>
        </>
      }
    >
      {error !== null && <Failure title={text.failed} cause={error} retry={() => void refetch()} />}
      {data !== undefined && error === null && (
        <>
          <p className={data.settledUntil === null ? styles.warning : undefined}>
            {data.settledUntil === null ? text.notSettled : text.settledUntil(fullDateOf(data.settledUntil))}
          </p>
          {data.rows.length === 0 ? (
            <p>{text.none}</p>
          ) : (
            <Sums
              title={text.title}
              texts={2}
              head={[text.store, text.method, text.orders, all.paid, all.refunded, all.fee, text.net]}
              rows={data.rows.map((row) => ({
                key: `${row.storeId} ${row.method}`,
                cells: [row.storeName, row.methodName, ...cells(row)],
              }))}
              total={[
                text.total,
                '',
                ...cells({
                  ...{ orders: sum('orders'), paid: sum('paid'), refunded: sum('refunded') },
                  ...{ fee: sum('fee'), net: sum('net') },
                }),
              ]}
            />
          )}
          {counter.length > 0 && <p>{text.counter(wonOf(sum('net', counter)))}</p>}
        </>
      )}
    </Page>
  )
}

/** The months that can be chosen, the latest first. */
function monthsBefore(now: string, shown: string): string[] {
  const [year = 0, nth = 1] = now.split('-').map(Number)
  const found = Array.from({ length: months }, (_, back) =>
    new Date(Date.UTC(year, nth - 1 - back, 1)).toISOString().slice(0, 7),
  )
  return found.includes(shown) ? found : [shown, ...found]
}
