import { deleteTerms, listTerms } from '@kingcar/client'
import type { TermsSummary } from '@kingcar/contract'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/api.ts'
import { everyPage } from '../api/queries.ts'
import { useServerNow } from '../api/use-server-now.ts'
import { deleteWithUndo, useIsDeleted } from '../undo/undoable-delete.ts'
import { editionsOf } from './state.ts'

/** All versions of all types, because there are few, and the version in force depends on the others of its type. */
const termsQuery = queryOptions({
  queryKey: ['listTerms'],
  queryFn: () => everyPage<TermsSummary>((page) => call(listTerms, { page, size: 100 })),
})

/** Invalidates the list and the single versions, after a write. */
export const refreshTerms = (client: QueryClient) =>
  Promise.all(
    ['listTerms', 'getTerms', 'compareTerms', 'auditLogs'].map((key) => client.invalidateQueries({ queryKey: [key] })),
  )

/** All versions by type, with their current state. */
export function useEditions() {
  const query = useQuery(termsQuery)
  const isDeleted = useIsDeleted()
  const now = useServerNow(10_000)
  const editions =
    query.data &&
    editionsOf(
      query.data.filter(({ id }) => !isDeleted(id)),
      now,
    )
  return { ...query, editions }
}

/** Returns a function that deletes a version with undo. */
export function useTermsDelete() {
  const client = useQueryClient()
  return ({ id, title }: Pick<TermsSummary, 'id' | 'title'>) =>
    deleteWithUndo({
      ...{ id, name: title },
      ...{ op: deleteTerms, input: { termsId: id } },
      refresh: () => refreshTerms(client),
    })
}
