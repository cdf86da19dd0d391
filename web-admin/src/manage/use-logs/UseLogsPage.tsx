import { exportUseLogs, listUseLogs } from '@kingcar/client'
import type { UseLogDetail } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { listQuery } from '../api/queries.ts'
import { CsvButton } from '../list/CsvButton.tsx'
import { Filters, PeriodFilter, SearchFilter } from '../list/filters.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { listInputOf } from '../list/list-search.ts'
import { MemberFilter, useFilteredMember } from '../list/MemberFilter.tsx'
import { columnsOf } from './columns.tsx'
import { text } from './copy.ts'
import { ReverseUseDialog } from './ReverseUseDialog.tsx'

/** The list of product uses; a use can be reversed. */
export function UseLogsPage() {
  const { page, ...search } = useSearch({ from: '/manage/useLogs' })
  const input = listInputOf(search)
  const query = useQuery(listQuery(listUseLogs, { ...input, ...(page !== undefined && { page }) }))
  const member = useFilteredMember(query.data)
  const [reversing, setReversing] = useState<UseLogDetail>()

  return (
    <ListPage
      title={text.title}
      lead={text.lead}
      actions={<CsvButton personal op={exportUseLogs} input={input} name={text.file} />}
      filters={
        <Filters>
          <SearchFilter label={text.search} placeholder={text.searchHint} />
          <PeriodFilter label={text.used} />
          <MemberFilter member={member} />
        </Filters>
      }
      caption={text.list}
      columns={columnsOf(setReversing)}
      keyOf={({ id }) => id}
      query={query}
      empty={{ title: text.empty, hint: text.emptyHint }}
      dimmed={({ reversedAt }) => reversedAt !== null}
    >
      {reversing !== undefined && <ReverseUseDialog use={reversing} onClose={() => setReversing(undefined)} />}
    </ListPage>
  )
}
