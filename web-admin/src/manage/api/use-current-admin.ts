import { getAdmin } from '@kingcar/client'
import { useQuery } from '@tanstack/react-query'
import { currentAdminId } from './current-admin-id.ts'
import { entityQuery } from './queries.ts'

/** The signed-in administrator; undefined while loading. */
export function useCurrentAdmin(id = currentAdminId()) {
  const { data } = useQuery({
    ...entityQuery(getAdmin, { id: String(id) }),
    enabled: id !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data?.result
}
