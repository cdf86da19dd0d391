import { countUseLogs, exportUseLogs, listUseLogs } from '@kingcar/client'
import type { UseLogDetail } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { listQuery } from '../api/queries.ts'
import { useServerNow } from '../api/use-server-now.ts'
import { CsvButton } from '../list/CsvButton.tsx'
import { Filters, PeriodFilter, SearchFilter } from '../list/filters.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { filtersOf, listInputOf } from '../list/list-search.ts'
import { MemberFilter, useFilteredMember } from '../list/MemberFilter.tsx'
import { useChosenRows } from '../list/use-chosen-rows.tsx'
import { countedBy, type ListView } from '../list/ViewTabs.tsx'
import { copy } from '../text/copy.ts'
import { amount, dateOf, dayAfter } from '../text/format.ts'
import { columnsOf } from './columns.tsx'
import { text } from './copy.ts'
import { ReverseUseDialog } from './ReverseUseDialog.tsx'

const counting = countedBy(countUseLogs)
const viewsOf = (now: number): ListView[] => {
  const today = dateOf(now)
  return [
    { name: copy.filters.today, search: { from: today, to: today } },
    { name: copy.filters.week, search: { from: dayAfter(today, -6), to: today } },
  ]
}

/** The list of product uses; a use can be reversed. */
export function UseLogsPage() {
  const { page, ...search } = useSearch({ from: '/manage/useLogs' })
  const input = listInputOf(search)
  const query = useQuery(listQuery(listUseLogs, { ...input, ...(page !== undefined && { page }) }))
  const sums = useQuery({ ...listQuery(countUseLogs, filtersOf(input)), staleTime: 60_000 })
  const member = useFilteredMember(query.data)
  const now = useServerNow(60_000)
  const [reversing, setReversing] = useState<UseLogDetail>()
  const columns = useMemo(() => columnsOf(setReversing), [])
  const csv = { personal: true, op: exportUseLogs, input, name: text.file }
  const bulk = useChosenRows({
    items: query.data?.content,
    nameOf: ({ carNumber, productName }) => `${carNumber} ${productName}`,
    csv,
    sumOf: (chosen) => sumsOf(chosen.length, chosen.filter(({ reversedAt }) => reversedAt !== null).length),
  })

  return (
    <ListPage
      title={text.title}
      lead={text.lead}
      actions={<CsvButton {...csv} />}
      filters={
        <Filters views={viewsOf(now)} counting={counting}>
          <SearchFilter label={text.search} placeholder={text.searchHint} />
          <PeriodFilter label={text.used} />
          <MemberFilter member={member} />
        </Filters>
      }
      caption={text.list}
      columns={columns}
      keyOf={({ id }) => id}
      query={query}
      bulk={bulk}
      sums={sums.isPlaceholderData ? undefined : sums.data && sumsOf(sums.data.count, sums.data.reversed)}
      empty={{ title: text.empty, hint: text.emptyHint }}
      dimmed={({ reversedAt }) => reversedAt !== null}
    >
      {reversing !== undefined && <ReverseUseDialog use={reversing} onClose={() => setReversing(undefined)} />}
    </ListPage>
  )
}

/** How many uses count and how many were reversed, of all uses of the list or of the chosen ones. */
function sumsOf(uses: number, reversed: number | null) {
  if (reversed === null) return text.tooManyForSums
  return reversed === 0 ? text.usedSum(amount(uses)) : text.sums(amount(uses - reversed), amount(reversed))
}
