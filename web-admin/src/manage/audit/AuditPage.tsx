import { exportAuditLogs, listAuditLogs } from '@kingcar/client'
import { type AuditLog, auditEntityLabel } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { adminsQuery, listQuery } from '../api/queries.ts'
import { CsvButton } from '../list/CsvButton.tsx'
import { ChoiceFilter, Filters, PeriodFilter, SearchFilter } from '../list/filters.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { listInputOf } from '../list/list-search.ts'
import { columnsOf } from './columns.tsx'
import { text } from './copy.ts'
import { EntryDialog } from './EntryDialog.tsx'
import { entities } from './entities.ts'

/** The audit log. */
export function AuditPage() {
  const { page, ...search } = useSearch({ from: '/manage/audit' })
  const [open, setOpen] = useState<AuditLog>()
  const columns = useMemo(() => columnsOf(setOpen), [])
  const input = listInputOf(search)
  const query = useQuery(listQuery(listAuditLogs, { ...input, ...(page !== undefined && { page }) }))
  return (
    <ListPage
      title={text.title}
      lead={text.lead}
      actions={<CsvButton personal op={exportAuditLogs} input={input} name={text.title} />}
      filters={
        <Filters>
          <SearchFilter label={text.search} placeholder={text.searchHint} />
          <ChoiceFilter
            name="entity"
            label={text.entity}
            choices={entities.map((entity) => [entity, auditEntityLabel(entity)] as const)}
          />
          <ActorFilter />
          <PeriodFilter />
        </Filters>
      }
      caption={text.list}
      columns={columns}
      keyOf={({ id }) => id}
      query={query}
      empty={{ title: text.empty, hint: text.emptyHint }}
    >
      {open !== undefined && <EntryDialog entry={open} onClose={() => setOpen(undefined)} />}
    </ListPage>
  )
}

function ActorFilter() {
  const { data = [] } = useQuery(adminsQuery)
  return <ChoiceFilter name="actorId" label={text.actor} choices={data.map(({ id, name }) => [id, name] as const)} />
}
