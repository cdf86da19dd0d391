import { countVisits, type Exchange, getVisit } from '@kingcar/client'
import type { VisitDetail } from '@kingcar/contract'
import { useQueryClient } from '@tanstack/react-query'
import { entityQuery } from '../api/queries.ts'

/** Returns a function that puts a visit from the server into the cache, and resolves when the visible list is refetched. */
export function useRefreshVisit(): (visit: Exchange<VisitDetail>) => Promise<void> {
  const client = useQueryClient()
  return async (visit) => {
    const { id } = visit.result
    client.setQueryData(entityQuery(getVisit, { id }).queryKey, visit)
    void client.invalidateQueries({ queryKey: ['auditLogs', id] })
    void client.invalidateQueries({ queryKey: [countVisits.name] })
    await client.invalidateQueries({ queryKey: ['visits'] })
  }
}
