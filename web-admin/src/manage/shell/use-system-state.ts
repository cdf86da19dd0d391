import { TransportError } from '@kingcar/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { everyDeviceQuery } from '../api/queries.ts'

/** Milliseconds between looks at what goes well, and at what does not answer. */
const lookEvery = 60_000
const lookAgain = 15_000

/** How the service is doing: whether it answers at all, and how many devices are gone; undefined until it is known. */
export function useSystemState(): { reachable: boolean; offline: number } | undefined {
  const { data, error } = useQuery({
    ...everyDeviceQuery,
    staleTime: lookEvery,
    refetchInterval: ({ state }) => (state.error === null ? lookEvery : lookAgain),
  })
  useLookOnTrouble()
  if (isTrouble(error)) return { reachable: false, offline: 0 }
  return data && { reachable: true, offline: data.filter(({ online }) => !online).length }
}

/** Looks at once, and not again too soon, when any other call meets a server that does not answer. */
function useLookOnTrouble(): void {
  const client = useQueryClient()
  useEffect(() => {
    const { queryKey } = everyDeviceQuery
    return client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error' || !isTrouble(event.action.error)) return
      const state = client.getQueryState(queryKey)
      const lookedAt = Math.max(state?.dataUpdatedAt ?? 0, state?.errorUpdatedAt ?? 0)
      if (Date.now() - lookedAt > lookAgain) void client.invalidateQueries({ queryKey, exact: true })
    })
  }, [client])
}

/** Whether a failure says that the server is away or broken, rather than that it refuses. */
const isTrouble = (cause: unknown): boolean =>
  cause instanceof TransportError && cause.kind !== 'cancelled' && (cause.status ?? 500) >= 500
