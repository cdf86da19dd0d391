import { getMoneyFigures, getSubscriptionFigures, getUseFigures, getVisitFigures } from '@kingcar/client'
import type { Store } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { call } from '../../api/api.ts'
import { productsQuery, storesQuery } from '../api/queries.ts'
import { useMay } from '../api/rights.tsx'
import { useServerNow } from '../api/use-server-now.ts'
import { text as chartText } from '../charts/copy.ts'
import { changeOf, changeText } from '../charts/values.ts'
import { Empty } from '../components/Empty.tsx'
import { Failure } from '../components/Failure.tsx'
import { Options } from '../components/Options.tsx'
import { Page } from '../components/Page.tsx'
import { BackToList } from '../list/BackToList.tsx'
import { ChoiceFilter } from '../list/filters.tsx'
import list from '../list/list.module.css'
import { everyStore } from '../list/store-scope.ts'
import { type Column, Table } from '../list/Table.tsx'
import { useListSearch } from '../list/use-list-search.ts'
import { text as figureText } from '../statistics/copy.ts'
import { RangeFilter } from '../statistics/RangeFilter.tsx'
import { type Range, rangeOf } from '../statistics/range.ts'
import { comparedOf } from '../statistics/series.ts'
import { amount, dateOf, shortDate, wonOf } from '../text/format.ts'
import { comparedStores, mostCompared } from './compared-stores.ts'
import { text } from './copy.ts'
import styles from './stores.module.css'

const labels = text.compare

/** Two to four stores side by side for a range of days. Stores and range are in the address. */
export function CompareStoresPage() {
  const {
    stores: named = '',
    compareWith = 'previousPeriod',
    ...search
  } = useSearch({ from: '/manage/stores/compare' })
  const range = rangeOf(search, dateOf(useServerNow(10_000)))
  const { data: stores } = useQuery(storesQuery)
  const compared = stores && comparedStores(stores, named.split(','))
  return (
    <Page
      title={labels.title}
      lead={figureText.series.days(shortDate(range.from), shortDate(range.to))}
      actions={<RangeFilter search={search} range={range} />}
      above={<BackToList to="/manage/stores" label={text.title} />}
    >
      {compared !== undefined && compared.length < 2 && <Empty title={labels.tooFew} />}
      {stores !== undefined && compared !== undefined && compared.length >= 2 && (
        <>
          <div className={list.filters} data-open>
            <Choices stores={stores} compared={compared} />
            <ChoiceFilter
              name="compareWith"
              label={figureText.compare.label}
              all={figureText.compare.previousPeriod}
              choices={[
                ['sameWeekdays', figureText.compare.sameWeekdays],
                ['lastYear', figureText.compare.lastYear],
              ]}
            />
          </div>
          <Comparison stores={compared} range={range} compareWith={compareWith} />
        </>
      )}
    </Page>
  )
}

function Choices({ stores, compared }: { stores: readonly Store[]; compared: readonly Store[] }) {
  const { change } = useListSearch()
  const ids = compared.map(({ id }) => id)
  const choose = (at: number, id: string) => change({ stores: ids.with(at, id).filter(Boolean).join(',') })
  const add = (id: string) => change({ stores: [...ids, id].join(',') })
  const others = stores.filter(({ id }) => !ids.includes(id))
  const namesOf = (those: readonly Store[]) => those.map(({ id, name }) => [id, name] as const)
  return (
    <>
      {compared.map((store, at) => (
        <div key={store.id} className={list.filter}>
          <label htmlFor={`store-${at}`}>{labels.nth(at + 1)}</label>
          <select
            id={`store-${at}`}
            className={list.control}
            value={store.id}
            onChange={(event) => choose(at, event.target.value)}
          >
            <Options choices={namesOf([store, ...others])} />
            {compared.length > 2 && <option value="">{labels.leaveOut}</option>}
          </select>
        </div>
      ))}
      {compared.length < mostCompared && others.length > 0 && (
        <div className={list.filter}>
          <label htmlFor="store-more">{labels.more}</label>
          <select id="store-more" className={list.control} value="" onChange={(event) => add(event.target.value)}>
            <Options choices={namesOf(others)} none={labels.choose} />
          </select>
        </div>
      )}
    </>
  )
}

type Value = { now: number; before: number | null }
/** One figure of each store. */
type Compared = { title: string; note?: string; text: (value: number) => string; of: (storeId: string) => Value }
type Rows<F> = readonly { key: string; figures: F; compared: F | null }[] | undefined

type ComparisonProps = {
  stores: readonly Store[]
  range: Range
  compareWith: 'previousPeriod' | 'sameWeekdays' | 'lastYear'
}

function Comparison({ stores, range: { from, to }, compareWith }: ComparisonProps) {
  const may = useMay()
  const days = { from, to, compareWith } as const
  const of = { ...days, by: 'store' } as const
  const visits = useQuery({ queryKey: ['figures', of], queryFn: () => call(getVisitFigures, of) })
  const uses = useQuery({ queryKey: ['uses', of], queryFn: () => call(getUseFigures, of) })
  const money = useQuery({ queryKey: ['money', of], queryFn: () => call(getMoneyFigures, of) })
  const byProduct = { ...days, by: 'product' } as const
  const withPlans = may('getSubscriptionFigures')
  const plans = useQuery({
    queryKey: ['subscriptions', byProduct],
    queryFn: () => call(getSubscriptionFigures, byProduct),
    enabled: withPlans,
  })
  const products = useQuery({ ...productsQuery, enabled: withPlans })

  const needed = [visits, uses, money, ...(withPlans ? [plans, products] : [])]
  const failed = needed.find(({ data, error }) => data === undefined && error !== null)
  if (failed?.error != null) {
    return <Failure title={chartText.failed} cause={failed.error} retry={() => void failed.refetch()} />
  }
  const started = (storeId: string): Value => {
    const own = new Set(
      products.data?.flatMap(({ id, storeIds: [only, ...more] }) => (only === storeId && more.length === 0 ? id : [])),
    )
    const rows = plans.data?.rows.filter(({ key }) => own.has(key)) ?? []
    const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
    return {
      now: sum(rows.map(({ figures }) => figures.started)),
      before: sum(rows.map(({ compared }) => compared?.started ?? 0)),
    }
  }
  const rows: Compared[] = [
    { title: labels.visits, text: cars, of: valuesOf(visits.data?.rows, (each) => each.visits) },
    { title: labels.members, text: cars, of: valuesOf(visits.data?.rows, (each) => each.members) },
    { title: labels.guests, text: cars, of: valuesOf(visits.data?.rows, (each) => each.guests) },
    { title: labels.uses, text: times, of: valuesOf(uses.data?.rows, (each) => each.uses) },
    {
      ...{ title: labels.sales, note: labels.ofOneStore, text: wonOf },
      of: valuesOf(money.data?.rows, ({ paid, refunded }) => paid - refunded),
    },
    ...(withPlans ? [{ title: labels.started, note: labels.ofOneStore, text: times, of: started }] : []),
  ]
  const loaded = needed.every(({ data }) => data !== undefined)
  const than = comparedOf(visits.data)?.label ?? ''
  return (
    <>
      <p className={styles.than}>{than === '' ? '\u00a0' : labels.than(than)}</p>
      <div className={styles.comparison}>
        <Table
          caption={labels.title}
          columns={columnsOf(stores)}
          rows={loaded ? rows : undefined}
          keyOf={({ title }) => title}
        />
      </div>
      <Link to="/manage/statistics" search={{ from, to, ...everyStore() }}>
        {labels.details}
      </Link>
    </>
  )
}

/** Stores without anything are not in the rows. */
const valuesOf =
  <F,>(rows: Rows<F>, value: (figures: F) => number) =>
  (storeId: string): Value => {
    const row = rows?.find(({ key }) => key === storeId)
    return { now: row ? value(row.figures) : 0, before: row?.compared ? value(row.compared) : 0 }
  }

const cars = (value: number) => chartText.cars(amount(value))
const times = (value: number) => labels.times(amount(value))

/** A column for each store; the bars of a row have one scale. */
const columnsOf = (stores: readonly Store[]): Column<Compared>[] => [
  {
    ...{ key: 'figure', title: labels.figure, width: '20%', card: 'head' },
    cell: ({ title, note }) => (
      <>
        <b>{title}</b>
        {note !== undefined && <div className={styles.than}>{note}</div>}
      </>
    ),
  },
  ...stores.map(
    ({ id, name }): Column<Compared> => ({
      ...{ key: id, title: name, width: `${80 / stores.length}%` },
      cell: ({ of, text: textOf }) => {
        const { now, before } = of(id)
        const most = Math.max(1, ...stores.map((each) => of(each.id).now))
        return (
          <span className={styles.compared}>
            <b>{textOf(now)}</b>
            <span className={styles.track} aria-hidden>
              <span style={{ inlineSize: `${(100 * Math.max(0, now)) / most}%` }} />
            </span>
            {before !== null && <small>{changeText(changeOf(now, before), figureText.figures.past)}</small>}
          </span>
        )
      },
    }),
  ),
]
