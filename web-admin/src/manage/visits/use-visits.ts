import { listVisits } from '@kingcar/client'
import type { VisitRow } from '@kingcar/contract'
import { hashKey, keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useStore } from 'zustand/react'
import { call, session } from '../../api/api.ts'
import { useFeed } from '../feed/visit-feed.ts'
import type { ListQuery } from '../list/ListPage.tsx'
import { useThrottledCount } from './use-throttled-count.ts'
import { currentVisits, type VisitFilter, type Waiting } from './visit-list.ts'

/** One page of a list of visits; `size` defaults to the server's. */
type View = { filter: VisitFilter; page?: number; size?: number }

/** A page of visits whose rows are updated in place, and the waiting visits. */
export function useVisits({ filter, page = 0, size }: View): { query: ListQuery<VisitRow>; waiting: Waiting } {
  const feed = useFeed()
  const known = useStore(feed, (state) => state.known)
  const losses = useStore(feed, (state) => state.losses)

  const queryKey = ['visits', filter, page, size]
  const queryFn = async () => {
    const snapshot = { asOf: feed.eventCount(), losses: feed.getState().losses, askedAt: session.serverNow() }
    return {
      ...snapshot,
      filter,
      page: await call(listVisits, { ...filter, page, ...(size !== undefined && { size }) }),
    }
  }
  const main = useQuery({
    queryKey,
    queryFn,
    placeholderData: keepPreviousData,
    // Live events keep it up to date, so that returning to the list shows it unchanged.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { data, isFetching, isPlaceholderData, refetch } = main

  // Events were lost since or during the request, so the page may be outdated.
  const doubtful = data !== undefined && !isPlaceholderData && data.losses !== losses
  const recheck = useQuery({
    queryKey: [...queryKey, losses],
    queryFn,
    enabled: doubtful && main.error === null && !isFetching,
    // After a further loss, keep the previous second page until the next one has arrived.
    placeholderData: (before, query) =>
      hashKey(query?.queryKey.slice(0, -1) ?? []) === hashKey(queryKey) ? before : undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const again = doubtful ? recheck.data : undefined
  const error = main.error ?? (doubtful ? recheck.error : null)

  const current = useMemo(() => data && currentVisits(data, known, data.filter, again), [data, known, again])
  const shown = useMemo(() => current && data && { ...data.page, content: current.rows }, [current, data])
  return {
    query: { data: shown, error, isPlaceholderData, refetch },
    waiting: { count: useThrottledCount(current?.waiting.count ?? 0), certain: current?.waiting.certain ?? true },
  }
}
