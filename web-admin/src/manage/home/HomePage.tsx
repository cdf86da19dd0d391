import { useSearch } from '@tanstack/react-router'
import { session } from '../../api/api.ts'
import { IfMay, useMay } from '../api/rights.tsx'
import { useServerNow } from '../api/use-server-now.ts'
import charts from '../charts/charts.module.css'
import { Page } from '../components/Page.tsx'
import { Steady } from '../components/Steady.tsx'
import { type OfStore, useAttention } from '../navigation/attention.ts'
import { dateOf, longDate } from '../text/format.ts'
import { Attention } from './Attention.tsx'
import { asOfText } from './as-of.ts'
import { text } from './copy.ts'
import { FirstSteps } from './FirstSteps.tsx'
import styles from './home.module.css'
import { MonthFigures, TodayFigures } from './KeyFigures.tsx'
import { Recent } from './Recent.tsx'
import { StoreRanking } from './StoreRanking.tsx'
import { TodayHours } from './TodayHours.tsx'
import { useFirstSteps } from './use-first-steps.ts'
import { useBusinessOf, useRankedStores, useVisitsOf } from './use-today.ts'

/**
 * The tasks that need an administrator, then the figures of the day; without permission for figures only the latest
 * visits.
 */
export function HomePage() {
  return useMay()('getMoneyFigures') ? <Business /> : <Visits />
}

/** The store in the page's address. */
function useOfStore(): OfStore {
  const { storeId } = useSearch({ from: '/manage/' })
  return storeId === undefined ? {} : { storeId }
}

function Visits() {
  const ofStore = useOfStore()
  const attention = useAttention(ofStore)
  const now = useServerNow(10_000)
  return (
    <Page title={text.title}>
      <Steady isPending={attention.isPending} className={styles.waiting}>
        <Attention query={attention} now={now} ofStore={ofStore} />
        <Recent ofStore={ofStore} />
      </Steady>
    </Page>
  )
}

function Business() {
  const ofStore = useOfStore()
  const now = useServerNow(10_000)
  const today = dateOf(now)
  const attention = useAttention(ofStore)
  const first = useFirstSteps()
  const visits = useVisitsOf(today, ofStore)
  const business = useBusinessOf(today, ofStore)
  const ofEveryStore = ofStore.storeId === undefined
  const stores = useRankedStores(today, ofEveryStore)
  const { money, moneyOfMonth, uses, subscriptions } = business
  const shown = [attention, visits, money, moneyOfMonth, uses, subscriptions].map(({ data }) => data?.asOf)

  return (
    <Page title={text.title} lead={text.lead(longDate(now), asOfText([...shown, stores.asOf], session.serverNow()))}>
      <Steady isPending={attention.isPending || first.isPending} className={styles.waiting}>
        {first.steps !== undefined && <FirstSteps {...first.steps} />}
        <Attention query={attention} now={now} ofStore={ofStore} />
        <TodayFigures visits={visits} {...business} today={today} ofStore={ofStore} />
        <div className={charts.cards}>
          <TodayHours query={visits} today={today} />
          <Recent ofStore={ofStore} />
        </div>
        {ofEveryStore && (
          <>
            <IfMay op="getSubscriptionFigures">
              <MonthFigures {...business} />
            </IfMay>
            <StoreRanking stores={stores} today={today} />
          </>
        )}
      </Steady>
    </Page>
  )
}
