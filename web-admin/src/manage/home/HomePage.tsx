import { session } from '../../api/api.ts'
import { IfMay, useMay } from '../api/rights.tsx'
import { useServerNow } from '../api/use-server-now.ts'
import charts from '../charts/charts.module.css'
import { Page } from '../components/Page.tsx'
import { dateOf, longDate } from '../text/format.ts'
import { Attention } from './Attention.tsx'
import { asOfText } from './as-of.ts'
import { text } from './copy.ts'
import { FirstSteps } from './FirstSteps.tsx'
import { MonthFigures, TodayFigures } from './KeyFigures.tsx'
import { Recent } from './Recent.tsx'
import { StoreRanking } from './StoreRanking.tsx'
import { TodayHours } from './TodayHours.tsx'
import { useAttention, useBusinessOf, useRankedStores, useVisitsOf } from './use-today.ts'

/** What needs a person, then how the day goes; without figures only the latest visits. */
export function HomePage() {
  return useMay()('getMoneyFigures') ? <Business /> : <Visits />
}

function Visits() {
  const attention = useAttention()
  const now = useServerNow(10_000)
  return (
    <Page title={text.title}>
      <Attention query={attention} now={now} />
      <Recent />
    </Page>
  )
}

function Business() {
  const now = useServerNow(10_000)
  const today = dateOf(now)
  const attention = useAttention()
  const visits = useVisitsOf(today)
  const business = useBusinessOf(today)
  const stores = useRankedStores(today)
  const { money, moneyOfMonth, uses, subscriptions } = business
  const shown = [attention, visits, money, moneyOfMonth, uses, subscriptions].map(({ data }) => data?.asOf)

  return (
    <Page title={text.title} lead={text.lead(longDate(now), asOfText([...shown, stores.asOf], session.serverNow()))}>
      <FirstSteps />
      <Attention query={attention} now={now} />
      <TodayFigures visits={visits} {...business} today={today} />
      <div className={charts.cards}>
        <TodayHours query={visits} today={today} />
        <Recent />
      </div>
      <IfMay op="getSubscriptionFigures">
        <MonthFigures {...business} />
      </IfMay>
      <StoreRanking stores={stores} today={today} />
    </Page>
  )
}
