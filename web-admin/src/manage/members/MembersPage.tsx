import { countMembers, exportMembers, listMembers } from '@kingcar/client'
import {
  type AdminOperation,
  type MemberStatus,
  type MemberSummary,
  memberStatuses,
  providerLabels,
} from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { listQuery } from '../api/queries.ts'
import { useMay } from '../api/rights.tsx'
import { EmailAddress } from '../components/EmailAddress.tsx'
import latest from '../components/latest.module.css'
import { SmallPlate } from '../components/SmallPlate.tsx'
import { Unbroken } from '../components/Unbroken.tsx'
import { text as sellText } from '../counter-sales/copy.ts'
import { SellButton } from '../counter-sales/SellButton.tsx'
import { CsvButton } from '../list/CsvButton.tsx'
import { ChoiceFilter, Filters, SearchFilter } from '../list/filters.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { listInputOf } from '../list/list-search.ts'
import { RowLink } from '../list/RowLink.tsx'
import type { Column } from '../list/Table.tsx'
import { useChosenRows } from '../list/use-chosen-rows.tsx'
import { countedBy } from '../list/ViewTabs.tsx'
import { amount, fullDateOf } from '../text/format.ts'
import { text } from './copy.ts'
import styles from './members.module.css'
import { coveredPhone } from './phone.ts'

const columns: Column<MemberSummary>[] = [
  {
    key: 'name',
    title: text.name,
    width: '18%',
    card: 'head',
    sort: 'name',
    cell: ({ id, name }) => (
      <RowLink list="/manage/members" id={id}>
        {name}
      </RowLink>
    ),
  },
  { key: 'cars', title: text.cars, width: '21%', cell: ({ carNumbers }) => <Cars carNumbers={carNumbers} /> },
  { key: 'phone', title: text.phone, width: '16%', cell: ({ phoneNumber }) => coveredPhone(phoneNumber) },
  {
    key: 'email',
    title: text.email,
    wide: true,
    width: '18%',
    sort: 'email',
    cell: ({ email }) => email && <EmailAddress>{email}</EmailAddress>,
  },
  { key: 'provider', title: text.provider, wide: true, width: '11%', cell: ({ provider }) => providerLabels[provider] },
  {
    key: 'joined',
    title: text.joined,
    width: '16%',
    sort: 'createdAt',
    cell: ({ createdAt }) => <Unbroken>{fullDateOf(createdAt)}</Unbroken>,
  },
]

/** For a role that sees no contact data: names and plates, and no page of a single member. */
const columnsWithoutContact: Column<MemberSummary>[] = columns
  .filter(({ key }) => key !== 'phone' && key !== 'email')
  .map((column) => (column.key === 'name' ? { ...column, cell: ({ name }) => name } : column))
columnsWithoutContact.push({ key: 'sell', title: sellText.open, buttons: true, width: '16%', cell: SellCell })

function SellCell({ id, name }: MemberSummary) {
  return <SellButton member={{ id, name }} />
}

/** What each status needs besides the list itself. */
const neededFor: Record<MemberStatus, AdminOperation> = {
  subscribed: 'listUserProducts',
  unpaid: 'listOrders',
  ending: 'listUserProducts',
  notAgreed: 'getMember',
}
const counting = countedBy(countMembers)

const peek = async () => (await import('./MemberPeek.tsx')).MemberPeek

/** The list of members. */
export function MembersPage() {
  const may = useMay()
  const seesContact = may('getMember')
  const statuses = memberStatuses.filter((status) => may(neededFor[status]))
  const { page, ...search } = useSearch({ from: '/manage/members' })
  const input = listInputOf(search)
  const query = useQuery(listQuery(listMembers, { ...input, ...(page !== undefined && { page }) }))
  const csv = { personal: true, op: exportMembers, input, name: text.title }
  const bulk = useChosenRows({ items: query.data?.content, nameOf: ({ name }) => name, csv })
  return (
    <ListPage
      title={text.title}
      actions={<CsvButton {...csv} />}
      filters={
        <Filters
          views={statuses.map((status) => ({ name: text.statuses[status], search: { status } }))}
          counting={counting}
        >
          <SearchFilter label={text.search} placeholder={text.placeholder} />
          <ChoiceFilter
            name="status"
            label={text.status}
            choices={statuses.map((status) => [status, text.statuses[status]] as const)}
          />
        </Filters>
      }
      caption={text.list}
      columns={seesContact ? columns : columnsWithoutContact}
      keyOf={({ id }) => id}
      query={query}
      bulk={bulk}
      peek={peek}
      empty={{ title: text.empty, hint: text.emptyHint }}
    />
  )
}

function Cars({ carNumbers }: { carNumbers: readonly string[] }) {
  const [first, ...others] = carNumbers
  if (first === undefined) return <span className={latest.none}>{text.noCar}</span>
  return (
    <span className={styles.cars}>
      <SmallPlate carNumber={first} />
      {others.length > 0 && <span className={latest.none}>{text.more(amount(others.length))}</span>}
    </span>
  )
}
