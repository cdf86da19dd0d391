import { countOrders, exportOrders, listOrders } from '@kingcar/client'
import { type contract, type OrderSummary, orderStates, paidOrderStates, type Result } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { listQuery } from '../api/queries.ts'
import { useServerNow } from '../api/use-server-now.ts'
import { orderStateBadges } from '../components/state-badges.ts'
import { CsvButton } from '../list/CsvButton.tsx'
import { ChoiceFilter, Filters, LinkedFilter, PeriodFilter, SearchFilter } from '../list/filters.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { filtersOf, listInputOf } from '../list/list-search.ts'
import { useChosenRows } from '../list/use-chosen-rows.tsx'
import { countedBy, type ListView } from '../list/ViewTabs.tsx'
import { copy } from '../text/copy.ts'
import { dateOf, wonOf } from '../text/format.ts'
import { columns } from './columns.tsx'
import { text } from './copy.ts'

const states = orderStates.map((state) => [state, orderStateBadges[state][0]] as const)

const receipts = [['refused', text.cashReceiptStates.refused]] as const

const views: ListView[] = [
  { name: text.failed, search: { state: 'Fail' } },
  { name: orderStateBadges.Refund[0], search: { state: 'Refund' } },
  { name: text.refusedReceipts, search: { cashReceipt: 'refused' } },
]
const counting = countedBy(countOrders)

const peek = async () => (await import('./OrderPeek.tsx')).OrderPeek

/** The list of orders. */
export function OrdersPage() {
  const { page, ...search } = useSearch({ from: '/manage/orders' })
  const input = listInputOf(search)
  const today = dateOf(useServerNow(60_000))
  const sums = useQuery({ ...listQuery(countOrders, filtersOf(input)), staleTime: 60_000 })
  const query = useQuery(listQuery(listOrders, { ...input, ...(page !== undefined && { page }) }))
  const csv = { personal: true, op: exportOrders, input, name: text.file }
  const bulk = useChosenRows({
    items: query.data?.content,
    nameOf: ({ productName, memberName }) => `${memberName} ${productName}`,
    csv,
    sumOf,
  })
  return (
    <ListPage
      title={text.title}
      actions={<CsvButton {...csv} />}
      filters={
        <Filters
          views={[...views, { name: copy.filters.today, search: { from: today, to: today } }]}
          counting={counting}
        >
          <SearchFilter label={text.search} placeholder={text.searchHint} />
          <ChoiceFilter name="state" label={text.state} choices={states} />
          <ChoiceFilter name="cashReceipt" label={text.cashReceipt} choices={receipts} />
          <PeriodFilter label={text.ordered} />
          <LinkedFilter name="couponId" text={search.couponId && text.onlyCoupon} />
        </Filters>
      }
      caption={text.list}
      columns={columns}
      keyOf={({ id }) => id}
      query={query}
      bulk={bulk}
      sums={sums.isPlaceholderData ? undefined : sums.data && sumsOf(sums.data)}
      peek={peek}
      empty={{ title: text.empty, hint: text.emptyHint }}
    />
  )
}

/** The sums of all orders of the list, not only of the page. */
function sumsOf({ paid, refunded }: Result<typeof contract.orders.countOrders>) {
  if (paid === null || refunded === null) return text.tooManyForSums
  return refunded === 0 ? text.paidSum(wonOf(paid)) : text.sums(wonOf(paid), wonOf(refunded), wonOf(paid - refunded))
}

/** The sums of chosen orders. */
function sumOf(chosen: readonly OrderSummary[]) {
  const paid = chosen.filter(({ state }) => paidOrderStates.includes(state))
  const sum = (amounts: readonly number[]) => amounts.reduce((all, each) => all + each, 0)
  return sumsOf({
    count: chosen.length,
    paid: sum(paid.map(({ amount }) => amount)),
    refunded: sum(chosen.map(({ refundedAmount }) => refundedAmount)),
  })
}
