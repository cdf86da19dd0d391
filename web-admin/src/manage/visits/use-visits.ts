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

/** One page of a list of visits; `size` is the server's own where absent. */
type View = { filter: VisitFilter; page?: number; size?: number }

/** A page of visits, kept up to date in place, and what waits. */
export function useVisits({ filter, page = 0, size }: View): { query: ListQuery<VisitRow>; waiting: Waiting } {
  const feed = useFeed()
  const known = useStore(feed, (state) => state.known)
  const losses = useStore(feed, (state) => state.losses)

  const queryKey = ['visits', filter, page, size]
  const queryFn = async () => {
    const heard = { asOf: feed.heard(), losses: feed.getState().losses, askedAt: session.serverNow() }
    return {
      ...heard,
      filter,
      page: await call(listVisits, { ...filter, page, ...(size !== undefined && { size }) }),
    }
  }
  const asked = useQuery({
    queryKey,
    queryFn,
    placeholderData: keepPreviousData,
    // The live socket keeps it right, so that coming back shows the very list that was left.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { data, isFetching, isPlaceholderData, refetch } = asked

  // Events were lost since it was asked for, or while it was: what they told may not be in it.
  const doubtful = data !== undefined && !isPlaceholderData && data.losses !== losses
  const beside = useQuery({
    queryKey: [...queryKey, losses],
    queryFn,
    enabled: doubtful && asked.error === null && !isFetching,
    // Until what was lost next is known, what was lost before is.
    placeholderData: (before, query) =>
      hashKey(query?.queryKey.slice(0, -1) ?? []) === hashKey(queryKey) ? before : undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const again = doubtful ? beside.data : undefined
  const error = asked.error ?? (doubtful ? beside.error : null)

  const current = useMemo(() => data && currentVisits(data, known, data.filter, again), [data, known, again])
  const shown = useMemo(() => current && data && { ...data.page, content: current.rows }, [current, data])
  return {
    query: { data: shown, error, isPlaceholderData, refetch },
    waiting: { count: useThrottledCount(current?.waiting.count ?? 0), certain: current?.waiting.certain ?? true },
  }
}
