import { TransportError } from '@kingcar/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { everyDeviceQuery } from '../api/queries.ts'
import { useMay } from '../api/rights.tsx'

/** Milliseconds between checks, while all is well and after a failure. */
const checkInterval = 60_000
const retryInterval = 15_000

/** Whether the server is reachable, and how many devices are offline; undefined until known. */
export function useSystemState(): { reachable: boolean; offline: number } | undefined {
  const { data, error } = useQuery({
    ...everyDeviceQuery,
    enabled: useMay()('listDevices'),
    staleTime: checkInterval,
    refetchInterval: ({ state }) => (state.error === null ? checkInterval : retryInterval),
  })
  useCheckOnTrouble()
  if (isTrouble(error)) return { reachable: false, offline: 0 }
  return data && { reachable: true, offline: data.filter(({ online }) => !online).length }
}

/** Checks immediately when any other query finds the server unreachable, but not sooner than after `retryInterval`. */
function useCheckOnTrouble(): void {
  const client = useQueryClient()
  useEffect(() => {
    const { queryKey } = everyDeviceQuery
    return client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error' || !isTrouble(event.action.error)) return
      const state = client.getQueryState(queryKey)
      const checkedAt = Math.max(state?.dataUpdatedAt ?? 0, state?.errorUpdatedAt ?? 0)
      if (Date.now() - checkedAt > retryInterval) void client.invalidateQueries({ queryKey, exact: true })
    })
  }, [client])
}

/** Whether the failure means an unreachable or failing server, not a rejected request. */
const isTrouble = (cause: unknown): boolean =>
  cause instanceof TransportError && cause.kind !== 'cancelled' && (cause.status ?? 500) >= 500
