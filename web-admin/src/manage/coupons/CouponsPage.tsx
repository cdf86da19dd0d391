import { listCoupons } from '@kingcar/client'
import type { Coupon } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import button from '../../ui/button.module.css'
import { listQuery } from '../api/queries.ts'
import { IfMay } from '../api/rights.tsx'
import { useServerNow } from '../api/use-server-now.ts'
import { Pill } from '../components/controls.tsx'
import { ChoiceFilter, Filters, SearchFilter } from '../list/filters.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { listInputOf } from '../list/list-search.ts'
import { RowLink } from '../list/RowLink.tsx'
import type { Column } from '../list/Table.tsx'
import { amount, wonOf } from '../text/format.ts'
import { text } from './copy.ts'
import { discountText, periodText, stateOf } from './coupon-terms.ts'

const columnsOf = (now: number): Column<Coupon>[] => [
  {
    key: 'name',
    title: text.name,
    width: '22%',
    card: 'head',
    sort: 'name',
    cell: ({ id, name }) => (
      <RowLink list="/manage/coupons" id={id}>
        {name}
      </RowLink>
    ),
  },
  {
    key: 'state',
    title: text.state,
    width: '10%',
    card: 'side',
    cell: (coupon) => {
      const [label, tone] = stateOf(coupon, now)
      return <Pill tone={tone}>{label}</Pill>
    },
  },
  { key: 'code', title: text.code, width: '14%', cell: ({ code }) => code ?? text.automatic },
  { key: 'discount', title: text.discount, width: '15%', cell: discountText },
  {
    key: 'used',
    title: text.used,
    width: '12%',
    numeric: true,
    cell: ({ redemptions, limitTotal }) =>
      limitTotal === null ? text.usedTimes(amount(redemptions)) : text.usedOf(amount(redemptions), amount(limitTotal)),
  },
  {
    key: 'discounted',
    title: text.discounted,
    width: '12%',
    numeric: true,
    cell: ({ discounted }) => wonOf(discounted),
  },
  { key: 'period', title: text.period, width: '15%', cell: periodText },
]

const states = Object.entries(text.choices)

/** The coupons with what they were used for. */
export function CouponsPage() {
  const search = useSearch({ from: '/manage/coupons' })
  const query = useQuery(listQuery(listCoupons, listInputOf(search)))
  const now = useServerNow(60_000)
  return (
    <ListPage
      title={text.title}
      lead={text.lead}
      actions={
        <IfMay op="createCoupon">
          <Link to="/manage/coupons/new" className={button.primary}>
            {text.add}
          </Link>
        </IfMay>
      }
      filters={
        <Filters>
          <SearchFilter label={text.search} placeholder={text.searchHint} />
          <ChoiceFilter name="state" label={text.state} choices={states} />
        </Filters>
      }
      caption={text.list}
      columns={columnsOf(now)}
      keyOf={({ id }) => id}
      query={query}
      empty={{ title: text.empty, hint: text.emptyHint }}
      dimmed={({ endedAt }) => endedAt !== null}
    />
  )
}
