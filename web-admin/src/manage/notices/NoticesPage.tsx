import { listNotices } from '@kingcar/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { call } from '../../api.ts'
import button from '../../components/button.module.css'
import { ListPage } from '../list/ListPage.tsx'
import { withoutRemoved } from '../list/without-removed.ts'
import { useRemoved } from '../removal.ts'
import { useNow } from '../use-now.ts'
import { columnsOf } from './columns.tsx'
import { text } from './copy.ts'
import { useNoticeRemoval } from './use-notices.ts'

/** The notices, drafts too, the pinned ones first. */
export function NoticesPage() {
  const { page, sort } = useSearch({ from: '/manage/notices' })
  const input = { ...(page !== undefined && { page }), ...(sort !== undefined && { sort: [sort] }) }
  const isRemoved = useRemoved()
  const query = useQuery({
    queryKey: ['listNotices', input],
    queryFn: () => call(listNotices, input),
    placeholderData: keepPreviousData,
    select: (found) => withoutRemoved(found, isRemoved),
  })
  const remove = useNoticeRemoval()
  const now = useNow(30_000)
  return (
    <ListPage
      title={text.title}
      lead={text.lead}
      actions={
        <Link to="/manage/notices/new" className={button.primary}>
          {text.add}
        </Link>
      }
      caption={text.list}
      columns={columnsOf({ now, remove })}
      keyOf={({ id }) => id}
      query={query}
      empty={{ title: text.empty, hint: text.emptyHint }}
    />
  )
}
