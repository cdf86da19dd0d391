import { exportOrders, listOrders } from '@kingcar/client'
import { orderStates } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { listQuery } from '../api/queries.ts'
import controls from '../components/controls.module.css'
import { Button } from '../components/controls.tsx'
import { Icon } from '../components/Icon.tsx'
import { orderStateBadges } from '../components/state-badges.ts'
import { CsvButton } from '../list/CsvButton.tsx'
import { ChoiceFilter, Filters, PeriodFilter, SearchFilter } from '../list/filters.tsx'
import { ListPage } from '../list/ListPage.tsx'
import list from '../list/list.module.css'
import { listInputOf } from '../list/list-search.ts'
import { useListSearch } from '../list/use-list-search.ts'
import { copy } from '../text/copy.ts'
import { columns } from './columns.tsx'
import { text } from './copy.ts'

const states = orderStates.map((state) => [state, orderStateBadges[state][0]] as const)

const receipts = [['refused', text.cashReceiptStates.refused]] as const

const peek = async () => (await import('./OrderPeek.tsx')).OrderPeek

/** The list of orders. */
export function OrdersPage() {
  const { page, ...search } = useSearch({ from: '/manage/orders' })
  const input = listInputOf(search)
  const query = useQuery(listQuery(listOrders, { ...input, ...(page !== undefined && { page }) }))
  return (
    <ListPage
      title={text.title}
      actions={<CsvButton personal op={exportOrders} input={input} name={text.file} />}
      filters={
        <Filters>
          <SearchFilter label={text.search} placeholder={text.searchHint} />
          <ChoiceFilter name="state" label={text.state} choices={states} />
          <ChoiceFilter name="cashReceipt" label={text.cashReceipt} choices={receipts} />
          <PeriodFilter label={text.ordered} />
          <CouponFilter couponId={search.couponId} />
        </Filters>
      }
      caption={text.list}
      columns={columns}
      keyOf={({ id }) => id}
      query={query}
      peek={peek}
      empty={{ title: text.empty, hint: text.emptyHint }}
    />
  )
}

/** Shows that the list is limited to one coupon, with a button that removes the limit. */
function CouponFilter({ couponId }: { couponId: string | undefined }) {
  const { change } = useListSearch()
  if (couponId === undefined) return null
  return (
    <div className={list.filter}>
      <span>{text.coupon}</span>
      <Button onClick={() => change({ couponId: undefined })}>
        {text.onlyCoupon} <span className={controls.unseen}>{copy.filters.everyMember}</span>
        <Icon sign="cross" />
      </Button>
    </div>
  )
}
