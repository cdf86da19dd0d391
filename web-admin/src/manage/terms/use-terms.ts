import { deleteTerms, listTerms } from '@kingcar/client'
import type { TermsSummary } from '@kingcar/contract'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/api.ts'
import { everyPage } from '../api/queries.ts'
import { useServerNow } from '../api/use-server-now.ts'
import { deleteWithUndo, useIsDeleted } from '../undo/undoable-delete.ts'
import { editionsOf } from './state.ts'

/** Every version of every type: there are few, and which one is in force depends on all of its type. */
const termsQuery = queryOptions({
  queryKey: ['listTerms'],
  queryFn: () => everyPage<TermsSummary>((page) => call(listTerms, { page, size: 100 })),
})

/** After a write: the list and what shows one of them. */
export const refreshTerms = (client: QueryClient) =>
  Promise.all(
    ['listTerms', 'getTerms', 'compareTerms', 'auditLogs'].map((key) => client.invalidateQueries({ queryKey: [key] })),
  )

/** All versions by type, with how each stands by now. */
export function useEditions() {
  const query = useQuery(termsQuery)
  const isRemoved = useIsDeleted()
  const now = useServerNow(10_000)
  const editions =
    query.data &&
    editionsOf(
      query.data.filter(({ id }) => !isRemoved(id)),
      now,
    )
  return { ...query, editions }
}

/** Takes a version away, and lets it be taken back for a while. */
export function useTermsRemoval() {
  const client = useQueryClient()
  return ({ id, title }: Pick<TermsSummary, 'id' | 'title'>) =>
    deleteWithUndo({
      ...{ id, name: title },
      refresh: () => refreshTerms(client),
      send: () => call(deleteTerms, { termsId: id }),
    })
}
