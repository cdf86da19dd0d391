import { listVisits } from '@kingcar/client'
import type { VisitRow } from '@kingcar/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand/react'
import { call, session } from '../../api.ts'
import type { ListQuery } from '../list/ListPage.tsx'
import { usePaced } from './use-paced.ts'
import { useFeed } from './visit-feed.ts'
import { currentVisits, type VisitFilter } from './visit-list.ts'

/** One page of a list of visits; `size` is the server's own where absent. */
type View = { filter: VisitFilter; page?: number; size?: number }

/** A page of visits, kept up to date in place, and how many new ones wait. */
export function useVisits({ filter, page = 0, size }: View): { query: ListQuery<VisitRow>; waiting: number } {
  const feed = useFeed()
  const known = useStore(feed, (state) => state.known)
  const losses = useStore(feed, (state) => state.losses)

  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['visits', filter, page, size],
    queryFn: async () => {
      const heard = { asOf: feed.heard(), losses: feed.getState().losses, askedAt: session.serverNow() }
      return {
        ...heard,
        filter,
        page: await call(listVisits, { ...filter, page, ...(size !== undefined && { size }) }),
      }
    },
    placeholderData: keepPreviousData,
    // The live socket keeps it right, so that coming back shows the very list that was left.
    staleTime: Number.POSITIVE_INFINITY,
  })

  // Events were lost since it was asked for, or while it was: what they told may not be in it.
  const doubtful = data !== undefined && data.losses !== losses && error === null && !isFetching
  useEffect(() => {
    if (doubtful) void refetch()
  }, [doubtful, refetch])

  const current = useMemo(() => data && currentVisits(data, known, data.filter), [data, known])
  const shown = useMemo(() => current && data && { ...data.page, content: current.rows }, [current, data])
  return {
    query: { data: shown, error, isPlaceholderData, refetch },
    waiting: usePaced(current?.waiting ?? 0),
  }
}
