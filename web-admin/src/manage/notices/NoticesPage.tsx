import { listNotices } from '@kingcar/client'
import type { NoticeSummary } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import button from '../../ui/button.module.css'
import { listQuery } from '../api/queries.ts'
import { IfMay } from '../api/rights.tsx'
import { useServerNow } from '../api/use-server-now.ts'
import { ListPage } from '../list/ListPage.tsx'
import { listInputOf } from '../list/list-search.ts'
import { useBulk } from '../list/use-bulk.tsx'
import { useIsDeleted } from '../undo/undoable-delete.ts'
import { withoutDeleted } from '../undo/without-deleted.ts'
import { columnsOf } from './columns.tsx'
import { text } from './copy.ts'
import { useNoticeDelete } from './use-notices.ts'

/** The notices, including drafts; pinned ones first. */
export function NoticesPage() {
  const search = useSearch({ from: '/manage/notices' })
  const isDeleted = useIsDeleted()
  const query = useQuery({
    ...listQuery(listNotices, listInputOf(search)),
    select: (found) => withoutDeleted(found, isDeleted),
  })
  const remove = useNoticeDelete()
  const now = useServerNow(30_000)
  const bulk = useBulk<NoticeSummary>({
    items: query.data?.content,
    keyOf: ({ id }) => id,
    nameOf: ({ title }) => title,
    actions: [
      {
        op: 'deleteNotice',
        label: text.remove,
        danger: true,
        scheduled: true,
        run: async (notice) => remove(notice),
      },
    ],
  })
  return (
    <ListPage
      title={text.title}
      lead={text.lead}
      actions={
        <IfMay op="createNotice">
          <Link to="/manage/notices/new" className={button.primary}>
            {text.add}
          </Link>
        </IfMay>
      }
      caption={text.list}
      columns={columnsOf({ now, remove })}
      keyOf={({ id }) => id}
      query={query}
      bulk={bulk}
      empty={{ title: text.empty, hint: text.emptyHint }}
    />
  )
}
