import { exportAccessLogs, listAccessLogs } from '@kingcar/client'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { adminsQuery, listQuery } from '../api/queries.ts'
import { CsvButton } from '../list/CsvButton.tsx'
import { ChoiceFilter, Filters, PeriodFilter } from '../list/filters.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { listInputOf } from '../list/list-search.ts'
import { MemberFilter } from '../list/MemberFilter.tsx'
import { columns } from './columns.tsx'
import { text } from './copy.ts'

/** The access log: which administrators saw data of which members. */
export function AccessLogPage() {
  const { page, ...search } = useSearch({ from: '/manage/accessLogs' })
  const { memberId } = search
  const input = listInputOf(search)
  const query = useQuery(listQuery(listAccessLogs, { ...input, ...(page !== undefined && { page }) }))
  return (
    <ListPage
      title={text.title}
      lead={text.lead}
      actions={<CsvButton personal="unmasked" op={exportAccessLogs} input={input} name={text.title} />}
      filters={
        <Filters>
          <AdminFilter />
          <PeriodFilter />
          <MemberFilter member={memberId === undefined ? undefined : { name: memberId.slice(-8) }} />
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

function AdminFilter() {
  const { data = [] } = useQuery(adminsQuery)
  return <ChoiceFilter name="adminId" label={text.admin} choices={data.map(({ id, name }) => [id, name] as const)} />
}
