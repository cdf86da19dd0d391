import { Link, useSearch } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { IfMay } from '../api/rights.tsx'
import { text as chartText } from '../charts/copy.ts'
import { pathOf, placesOf } from '../charts/plot.ts'
import { Button, Pill } from '../components/controls.tsx'
import { Failure } from '../components/Failure.tsx'
import { type Column, Table } from '../list/Table.tsx'
import { amount, dateOf, shortDate, wonOf } from '../text/format.ts'
import { text } from './copy.ts'
import styles from './home.module.css'
import { rankStores } from './ranking.ts'
import type { RankedStore, useRankedStores } from './use-today.ts'

const labels = text.stores
/** Number of rows that are shown before the user requests the rest; on a phone each row is a card. */
const shownFirst = () => (matchMedia('(max-width: 700px)').matches ? 10 : 30)

type Row = RankedStore & { rank: number }

/** All stores in one table, by default the one with the most visits first. */
export function StoreRanking({ stores, today }: { stores: ReturnType<typeof useRankedStores>; today: string }) {
  const id = useId()
  const { sort } = useSearch({ from: '/manage/' })
  const [shown, setShown] = useState(shownFirst)
  const { rows, error, refetch, comparedDay, sharedSales } = stores
  const ranked = rows && rankStores(rows, sort).map((store, at): Row => ({ ...store, rank: at + 1 }))
  const most = Math.max(1, ...(rows ?? []).map(({ visits }) => visits))
  const rest = (ranked?.length ?? 0) - shown
  return (
    <section className={styles.ranking} aria-labelledby={id}>
      <h2 id={id}>{labels.title}</h2>
      {error !== null && <Failure title={chartText.failed} cause={error} retry={refetch} />}
      {rows?.length === 0 && (
        <p className={styles.calm}>
          {labels.none}{' '}
          <IfMay op="createStore">
            <Link to="/manage/stores/new">{labels.add}</Link>
          </IfMay>
        </p>
      )}
      {error === null && rows?.length !== 0 && (
        <Table
          caption={labels.title}
          columns={columnsOf(most, today, comparedDay === null ? null : dateOf(Date.parse(comparedDay)))}
          rows={ranked?.slice(0, shown)}
          keyOf={(store) => store.id}
        />
      )}
      {rest > 0 && <Button onClick={() => setShown(Number.POSITIVE_INFINITY)}>{labels.rest(amount(rest))}</Button>}
      {sharedSales !== 0 && <p className={styles.shared}>{labels.shared(wonOf(sharedSales))}</p>}
    </section>
  )
}

const columnsOf = (most: number, today: string, comparedDay: string | null): Column<Row>[] => [
  {
    key: 'store',
    title: labels.store,
    width: '22%',
    card: 'head',
    sort: 'name',
    cell: ({ id, name, rank }) => (
      <span className={styles.store}>
        <span className={styles.rank}>{rank}</span>
        <Link to="/manage/statistics" search={{ storeId: id }} data-row>
          {name}
        </Link>
      </span>
    ),
  },
  {
    key: 'devices',
    title: labels.devices,
    width: '14%',
    card: 'side',
    cell: ({ devices, offline }) =>
      devices === 0 ? (
        <span className={styles.nothing}>{labels.noDevice}</span>
      ) : (
        <Link to="/manage/devices" className={styles.devices}>
          <Pill tone={offline > 0 ? 'error' : 'ok'}>
            {offline > 0 ? labels.offline(amount(offline)) : labels.online(amount(devices))}
          </Pill>
        </Link>
      ),
  },
  {
    key: 'visits',
    title: labels.visits,
    width: '26%',
    sort: 'visits',
    cell: ({ id, visits }) => (
      <Link to="/manage/visits" search={{ storeId: id, from: today, to: today }} className={styles.visits}>
        <b>{chartText.cars(amount(visits))}</b>
        <span className={styles.track} aria-hidden>
          <span style={{ inlineSize: `${(100 * visits) / most}%` }} />
        </span>
      </Link>
    ),
  },
  {
    key: 'before',
    title: labels.before(comparedDay === null ? '' : shortDate(comparedDay)),
    width: '15%',
    numeric: true,
    sort: 'before',
    cell: ({ id, before }) => (
      <Link to="/manage/visits" search={{ storeId: id, from: comparedDay ?? today, to: comparedDay ?? today }}>
        {chartText.cars(amount(before))}
      </Link>
    ),
  },
  { key: 'week', title: labels.week, width: '10%', cell: ({ days }) => <Line days={days} /> },
  {
    key: 'sales',
    title: labels.sales,
    width: '13%',
    numeric: true,
    sort: 'sales',
    cell: ({ id, sales }) => (
      <Link to="/manage/statistics" search={{ tab: 'money', range: 'month', storeId: id }}>
        {wonOf(sales)}
      </Link>
    ),
  },
]

/** Visits of the last days as a line; today is not over, so its part is dashed. */
function Line({ days }: { days: readonly number[] }) {
  const places = placesOf(days, [0, Math.max(1, ...days)])
  return (
    <svg
      className={styles.line}
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      role="img"
      aria-label={labels.weekOf(days.map(amount).join(', '))}
    >
      <polyline points={pathOf(places.slice(0, -1))} />
      <polyline className={styles.unfinished} points={pathOf(places.slice(-2))} />
    </svg>
  )
}
