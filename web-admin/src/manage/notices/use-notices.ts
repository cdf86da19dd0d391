import { deleteNotice } from '@kingcar/client'
import type { NoticeSummary } from '@kingcar/contract'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { focusTitle } from '../page/focus-title.ts'
import { deleteWithUndo } from '../undo/undoable-delete.ts'

/** Invalidates the list and the single notices, after a write. */
export const refreshNotices = (client: QueryClient) =>
  Promise.all(['listNotices', 'getNotice', 'auditLogs'].map((key) => client.invalidateQueries({ queryKey: [key] })))

/** Returns a function that deletes a notice with undo. */
export function useNoticeDelete() {
  const client = useQueryClient()
  return ({ id, title }: Pick<NoticeSummary, 'id' | 'title'>) => {
    deleteWithUndo({
      ...{ id, name: title },
      ...{ op: deleteNotice, input: { noticeId: id } },
      refresh: () => refreshNotices(client),
    })
    focusTitle()
  }
}
