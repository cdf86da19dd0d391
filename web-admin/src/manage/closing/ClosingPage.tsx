import { compareSettlement, getMoneyFigures, getUseFigures, getVisitFigures } from '@kingcar/client'
import { settlementDays } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { call } from '../../api/api.ts'
import { storesQuery } from '../api/queries.ts'
import { IfMay, useMay, useSeesEveryStore } from '../api/rights.tsx'
import { useServerNow } from '../api/use-server-now.ts'
import { Button } from '../components/controls.tsx'
import { Page } from '../components/Page.tsx'
import { Steady } from '../components/Steady.tsx'
import { DayInput } from '../list/filters.tsx'
import { useListSearch } from '../list/use-list-search.ts'
import { beginningOf, dateOf, dayAfter, longDate, momentOf } from '../text/format.ts'
import styles from './closing.module.css'
import { text } from './copy.ts'
import { Sales } from './Sales.tsx'
import { Settlement } from './Settlement.tsx'
import { Uses } from './Uses.tsx'
import { Visits } from './Visits.tsx'

/** The sums of one day and their comparison with the payment provider, on one sheet of paper. */
export function ClosingPage() {
  const { date, storeId } = useSearch({ from: '/manage/closing' })
  const { change } = useListSearch()
  const may = useMay()
  const seesEveryStore = useSeesEveryStore()
  const today = dateOf(useServerNow(60_000))
  const day = date === undefined || date > today ? today : date
  const ofDay = { from: day, to: day, ...(storeId !== undefined && { storeId }) }
  const visits = useQuery({
    queryKey: ['figures', 'closing', ofDay],
    queryFn: () => call(getVisitFigures, { ...ofDay, by: 'day' }),
  })
  const uses = useQuery({
    queryKey: ['uses', 'closing', ofDay],
    queryFn: () => call(getUseFigures, { ...ofDay, by: 'product' }),
  })
  const money = useQuery({
    queryKey: ['money', 'closing', ofDay],
    queryFn: () => call(getMoneyFigures, { ...ofDay, by: 'method' }),
  })
  const isComparable = day >= dayAfter(today, -settlementDays)
  const settlement = useQuery({
    queryKey: ['settlement', day],
    queryFn: () => call(compareSettlement, { date: day }),
    enabled: isComparable && may('compareSettlement'),
  })
  const ofEveryStore = seesEveryStore && storeId === undefined
  const { data: stores = [] } = useQuery(storesQuery)
  const shown = stores.filter(({ id }) => storeId === undefined || id === storeId)
  const store = ofEveryStore ? text.everyStore : shown.map(({ name }) => name).join(', ')
  const asOf = [visits, uses, money]
    .flatMap(({ data }) => (data === undefined ? [] : [data.asOf]))
    .toSorted()
    .at(0)

  return (
    <Page
      title={text.title}
      lead={text.lead(longDate(beginningOf(day)), store)}
      actions={
        <>
          <div className={styles.date}>
            <span aria-hidden>{text.date}</span>
            <DayInput
              label={text.date}
              day={day}
              max={today}
              required
              onDay={(typed) => change({ date: typed }, { typed: true })}
            />
          </div>
          <div className={styles.print}>
            <Button tone="primary" onClick={() => window.print()}>
              {text.print}
            </Button>
          </div>
        </>
      }
    >
      <p className={day === today ? styles.open : styles.asOf}>
        {asOf === undefined ? '\u00a0' : (day === today ? text.open : text.asOf)(momentOf(asOf))}
      </p>
      <Steady isPending={[visits, uses, money, settlement].some(({ isLoading }) => isLoading)} className={styles.bones}>
        <div className={styles.sheet}>
          <Visits query={visits} />
          <Uses query={uses} />
          <Sales query={money} ofStore={!ofEveryStore} />
          <IfMay op="compareSettlement">
            <Settlement query={settlement} isComparable={isComparable} ofStore={storeId !== undefined} />
          </IfMay>
        </div>
      </Steady>
      <p className={styles.signature}>
        <span>{text.checked}</span>
        <span>{text.sign}</span>
      </p>
    </Page>
  )
}
