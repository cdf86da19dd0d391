import { getMoneyFigures, getSubscriptionCohorts, getSubscriptionFigures } from '@kingcar/client'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { call } from '../../api/api.ts'
import { productsQuery } from '../api/queries.ts'
import { useServerNow } from '../api/use-server-now.ts'
import { Failure } from '../components/Failure.tsx'
import { Page } from '../components/Page.tsx'
import { ChoiceFilter, Filters } from '../list/filters.tsx'
import { dateOf, momentOf } from '../text/format.ts'
import { ByMonth } from './ByMonth.tsx'
import { ByProduct } from './ByProduct.tsx'
import { Cohorts } from './Cohorts.tsx'
import { text } from './copy.ts'
import { monthBefore, monthsOf } from './months.ts'
import { Now } from './Now.tsx'
import { Renewals } from './Renewals.tsx'

/** Kept up to date while the page is open, and when the browser returns to it. */
const live = { refetchInterval: 60_000, refetchOnWindowFocus: true } as const
const lengths = { half: 6, year: 12, twoYears: 24 } as const

/** Subscriptions by month and product, and how many members stay. */
export function SubscriptionsPage() {
  const { range = 'year', productId } = useSearch({ from: '/manage/subscriptions' })
  const today = dateOf(useServerNow(60_000))
  const thisMonth = today.slice(0, 'YYYY-MM'.length)
  const first = monthBefore(thisMonth, lengths[range] - 1)
  const shown = { from: `${first}-01`, to: today, ...(productId !== undefined && { productId }) }
  // One month more, because the churn of the first shown month needs the active subscriptions before it.
  const byMonth = { ...shown, from: `${monthBefore(first, 1)}-01`, by: 'month' } as const
  const byProduct = { ...shown, by: 'product' } as const
  const cohortMonths = { from: first, to: thisMonth }

  const months = useQuery({
    queryKey: [getSubscriptionFigures.name, byMonth],
    queryFn: () => call(getSubscriptionFigures, byMonth),
    ...live,
  })
  const products = useQuery({
    queryKey: [getSubscriptionFigures.name, byProduct],
    queryFn: () => call(getSubscriptionFigures, byProduct),
    ...live,
  })
  const cohorts = useQuery({
    queryKey: [getSubscriptionCohorts.name, cohortMonths],
    queryFn: () => call(getSubscriptionCohorts, cohortMonths),
    ...live,
  })
  const shownMonths = { ...shown, by: 'month' } as const
  const renewals = useQuery({
    queryKey: [getMoneyFigures.name, shownMonths],
    queryFn: () => call(getMoneyFigures, shownMonths),
    ...live,
  })
  const all = [months, products, cohorts, renewals]
  const failed = all.find(({ error }) => error !== null)?.error
  const asOf = all
    .flatMap(({ data }) => (data === undefined ? [] : [data.asOf]))
    .toSorted()
    .at(0)
  const retry = () => {
    for (const { error, refetch } of all) if (error !== null) void refetch()
  }

  return (
    <Page title={text.title} lead={asOf && text.lead(momentOf(asOf))}>
      <Filters>
        <ChoiceFilter name="range" label={text.range} all={text.year} choices={text.ranges} />
        <ProductFilter />
      </Filters>
      {failed != null && <Failure title={text.failed} cause={failed} retry={retry} />}
      <Now months={months.data && monthsOf(months.data.rows)} />
      <ByMonth months={months.data && monthsOf(months.data.rows)} input={shownMonths} />
      <Renewals rows={renewals.data?.rows} input={shownMonths} />
      <ByProduct rows={products.data?.rows} input={byProduct} />
      <Cohorts rows={cohorts.data?.rows} input={cohortMonths} ofProduct={productId !== undefined} />
    </Page>
  )
}

/** One product that is sold as a subscription, or all. */
function ProductFilter() {
  const { data = [] } = useQuery(productsQuery)
  return (
    <ChoiceFilter
      name="productId"
      label={text.product}
      all={text.everyProduct}
      choices={data.filter(({ type }) => type === 'subscribe').map(({ id, name }) => [id, name] as const)}
    />
  )
}
