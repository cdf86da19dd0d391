import { listOwedReturns, settleOwedReturn } from '@kingcar/client'
import type { OwedReturn } from '@kingcar/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/api.ts'
import { notify } from '../../ui/toasts/toasts.tsx'
import { listQuery } from '../api/queries.ts'
import { useServerNow } from '../api/use-server-now.ts'
import { ReasonDialog } from '../components/ReasonDialog.tsx'
import { ChoiceFilter, Filters } from '../list/filters.tsx'
import { ListPage } from '../list/ListPage.tsx'
import { listInputOf } from '../list/list-search.ts'
import { wonOf } from '../text/format.ts'
import { columnsOf } from './columns.tsx'
import { text } from './copy.ts'

const states = [['settled', text.settled]] as const

/** The list of money owed to members; a return by hand can be recorded. */
export function OwedReturnsPage() {
  const { page, ...search } = useSearch({ from: '/manage/owedReturns' })
  const query = useQuery(listQuery(listOwedReturns, { ...listInputOf(search), ...(page !== undefined && { page }) }))
  const now = useServerNow(60_000)
  const [settling, setSettling] = useState<OwedReturn>()
  const client = useQueryClient()

  const settle = async ({ id }: OwedReturn, reason: string) => {
    try {
      await call(settleOwedReturn, { id, reason })
    } finally {
      // Refetched before the dialog closes, so that the row is up to date, also after a failure.
      await client.invalidateQueries({ queryKey: [listOwedReturns.name] })
    }
    setSettling(undefined)
    notify.success(text.settleDone)
  }

  return (
    <ListPage
      title={text.title}
      lead={text.lead}
      filters={
        <Filters>
          <ChoiceFilter name="state" label={text.state} all={text.title} choices={states} />
        </Filters>
      }
      caption={text.list}
      columns={columnsOf(now, setSettling)}
      keyOf={({ id }) => id}
      query={query}
      empty={{ title: text.empty, hint: text.emptyHint }}
    >
      {settling !== undefined && (
        <ReasonDialog
          title={text.settleTitle(settling.memberName, wonOf(settling.amount))}
          text={text.settleText}
          confirm={text.settleConfirm}
          run={(reason) => settle(settling, reason)}
          onClose={() => setSettling(undefined)}
        />
      )}
    </ListPage>
  )
}
