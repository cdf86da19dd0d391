import type { UseQueryResult } from '@tanstack/react-query'
import { useSeesEveryStore } from '../api/rights.tsx'
import { text as chartText } from '../charts/copy.ts'
import { Figure, Figures } from '../charts/Figure.tsx'
import { changeOf, changeText } from '../charts/values.ts'
import { Failure } from '../components/Failure.tsx'
import type { OfStore } from '../navigation/attention.ts'
import { amount, dateOf, percent, shortDate, wonOf } from '../text/format.ts'
import { text } from './copy.ts'
import type { useBusinessOf, useVisitsOf } from './use-today.ts'

type Business = ReturnType<typeof useBusinessOf>
type Compared = { comparedFrom: string | null }

/** Visits, sales and uses of the day, compared with the same day of the week before, up to the same time. */
export function TodayFigures({
  visits,
  money,
  moneyOfMonth,
  uses,
  today,
  ofStore,
}: Business & { visits: ReturnType<typeof useVisitsOf>; today: string; ofStore: OfStore }) {
  const day = { from: today, to: today, ...ofStore }
  const ofEveryStore = useSeesEveryStore() && ofStore.storeId === undefined
  const paid = ({ orders, refunded }: { orders: number; refunded: number }) =>
    text.paid(amount(orders), wonOf(refunded)) + (ofEveryStore ? '' : ` · ${text.storeOnly}`)
  const [seen, earned, month, used] = [visits.data, money.data, moneyOfMonth.data, uses.data]
  return (
    <>
      <Figures label={text.today}>
        <Figure
          title={text.visits}
          value={seen && chartText.cars(amount(seen.total.visits))}
          change={
            seen?.comparedTotal ? changeFrom(seen.total.visits, seen.comparedTotal.visits, dayOf(seen)) : undefined
          }
          note={seen && text.visitors(amount(seen.total.members), amount(seen.total.guests))}
          link={{ to: '/manage/visits', search: day }}
        />
        <Figure
          title={text.sales}
          value={earned && wonOf(netOf(earned.total))}
          change={
            earned?.comparedTotal
              ? changeFrom(netOf(earned.total), netOf(earned.comparedTotal), dayOf(earned))
              : undefined
          }
          note={earned && paid(earned.total)}
          link={{ to: '/manage/orders', search: day }}
        />
        <Figure
          title={text.uses}
          value={used && text.used(amount(used.total.uses))}
          change={used?.comparedTotal ? changeFrom(used.total.uses, used.comparedTotal.uses, dayOf(used)) : undefined}
          note={used && text.reversed(amount(used.total.reversed))}
          link={{ to: '/manage/useLogs', search: day }}
        />
        <Figure
          title={text.salesOfMonth}
          value={month && wonOf(netOf(month.total))}
          change={
            month?.comparedTotal
              ? changeFrom(netOf(month.total), netOf(month.comparedTotal), text.lastMonth)
              : undefined
          }
          note={month && paid(month.total)}
          link={{ to: '/manage/orders', search: { ...day, from: `${today.slice(0, 'YYYY-MM'.length)}-01` } }}
        />
      </Figures>
      <FirstFailure queries={[visits, money, uses, moneyOfMonth]} />
    </>
  )
}

/** The number of subscriptions now, and their changes in the month. */
export function MonthFigures({ moneyOfMonth, subscriptions }: Business) {
  const [money, all] = [moneyOfMonth.data, subscriptions.data]
  const now = all?.total
  const before = all?.comparedTotal
  const ended = now && now.endedByStop + now.endedByDunning + now.endedByLeave + now.endedOtherwise
  return (
    <>
      <Figures label={text.month}>
        <Figure
          title={text.subscriptions}
          value={now && text.subscribed(amount(now.active))}
          change={now && before ? changeFrom(now.active, before.active, text.lastMonth) : undefined}
          note={now && text.started(amount(now.started))}
          link={{ to: '/manage/userProducts', search: { type: 'subscribe', state: 'Available' } }}
        />
        <Figure
          title={text.monthlyRevenue}
          value={now && wonOf(now.monthlyRevenue)}
          change={now && before ? changeFrom(now.monthlyRevenue, before.monthlyRevenue, text.lastMonth) : undefined}
          note={now && text.perMonth}
          link={{ to: '/manage/subscriptions' }}
        />
        <Figure
          title={text.ended}
          value={
            now && ended !== undefined
              ? // The share of the subscriptions that existed at the start of the month or have begun since.
                text.endedShare(amount(ended), percent(ended, now.active + ended))
              : undefined
          }
          change={now && before && ended !== undefined ? changeFrom(ended, endedIn(before), text.lastMonth) : undefined}
          note={
            now &&
            text.why(amount(now.endedByStop), amount(now.endedByDunning), amount(now.endedByLeave + now.endedOtherwise))
          }
          link={{ to: '/manage/userProducts', search: { type: 'subscribe', state: 'Complete', sort: 'endsAt,desc' } }}
        />
        <Figure
          title={text.recovered}
          value={money && text.subscribed(amount(money.total.renewalsRecovered))}
          change={
            money?.comparedTotal
              ? changeFrom(money.total.renewalsRecovered, money.comparedTotal.renewalsRecovered, text.lastMonth)
              : undefined
          }
          note={money && text.ofFailed(amount(money.total.renewalsFailed))}
          link={{ to: '/manage/subscriptions' }}
        />
      </Figures>
      <FirstFailure queries={[subscriptions]} />
    </>
  )
}

/** Shows why figures are missing, once for all of them. Figures that were loaded before stay, with their age. */
function FirstFailure({ queries }: { queries: readonly Pick<UseQueryResult, 'data' | 'error' | 'refetch'>[] }) {
  const failed = queries.filter(({ data, error }) => data === undefined && error !== null)
  const cause = failed[0]?.error
  if (cause === undefined || cause === null) return null
  const retry = () => {
    for (const { refetch } of failed) void refetch()
  }
  return <Failure title={chartText.failed} cause={cause} retry={retry} />
}

type Ended = { endedByStop: number; endedByDunning: number; endedByLeave: number; endedOtherwise: number }
const endedIn = (figures: Ended) =>
  figures.endedByStop + figures.endedByDunning + figures.endedByLeave + figures.endedOtherwise
const netOf = ({ paid, refunded }: { paid: number; refunded: number }) => paid - refunded
/** `11월 21일 (토) 같은 때` */
const dayOf = ({ comparedFrom }: Compared) =>
  comparedFrom === null ? '' : text.sameTime(shortDate(dateOf(Date.parse(comparedFrom))))
const changeFrom = (now: number, before: number, than: string) => {
  const change = changeOf(now, before)
  return change.direction === 'up' || change.direction === 'down'
    ? text.than(than, changeText(change, than))
    : changeText(change, than)
}
