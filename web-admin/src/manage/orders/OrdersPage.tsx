import { exportOrders, listOrders } from '@kingcar/client'
import { orderStates } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { listQuery } from '../api/queries.ts'
import { orderStateBadges } from '../components/state-badges.ts'
import { CsvButton } from '../list/CsvButton.tsx'
import { ChoiceFilter, Filters, PeriodFilter, SearchFilter } from '../list/filters.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { listInputOf } from '../list/list-search.ts'
import { columns } from './columns.tsx'
import { text } from './copy.ts'

const states = orderStates.map((state) => [state, orderStateBadges[state][0]] as const)

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
          <PeriodFilter label={text.ordered} />
        </Filters>
      }
      caption={text.list}
      columns={columns}
      keyOf={({ id }) => id}
      query={query}
      empty={{ title: text.empty, hint: text.emptyHint }}
    />
  )
}
