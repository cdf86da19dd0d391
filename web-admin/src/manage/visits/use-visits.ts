import { getVisitStatistics, listVisits } from '@kingcar/client'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand/react'
import { call, session } from '../../api.ts'
import { beginningOf, dateOf } from '../format.ts'
import { useNow } from '../use-now.ts'
import { useFeed } from './visit-feed.ts'
import { currentVisits } from './visit-list.ts'

/** Milliseconds between figures that change by themselves: faster ones cannot be read. */
const pace = 5_000

type View = { storeId: string | undefined; page: number }

/** Today in Seoul, as `YYYY-MM-DD`. */
export const useToday = (): string => dateOf(useNow(10_000))

/** A page of today's visits, kept up to date in place, and how many new ones wait. */
export function useVisits(today: string, { storeId, page }: View) {
  const feed = useFeed()
  const known = useStore(feed, (state) => state.known)
  const losses = useStore(feed, (state) => state.losses)

  const asked = useQuery({
    queryKey: ['visits', today, storeId, page],
    queryFn: async () => {
      const heard = { asOf: feed.heard(), losses: feed.getState().losses, askedAt: session.serverNow() }
      return { ...heard, page: await call(listVisits, { from: today, page, ...(storeId && { storeId }) }) }
    },
    placeholderData: keepPreviousData,
    // The live socket keeps it right, so that coming back shows the very list that was left.
    staleTime: Number.POSITIVE_INFINITY,
  })

  const { data, error, isFetching, refetch } = asked
  // Events were lost since it was asked for, or while it was: what they told may not be in it.
  const doubtful = data !== undefined && data.losses !== losses && error === null && !isFetching
  useEffect(() => {
    if (doubtful) void refetch()
  }, [doubtful, refetch])

  const current = useMemo(
    () => data && currentVisits(data, known, { since: beginningOf(today), storeId }),
    [data, known, today, storeId],
  )
  return { asked, rows: current?.rows, waiting: usePaced(current?.waiting ?? 0) }
}

/** Today's figures, counted anew at most every five seconds while cars come in. */
export function useFigures(today: string, storeId: string | undefined) {
  const known = useStore(useFeed(), (state) => state.known)
  const paced = usePaced(known)
  const client = useQueryClient()
  const seen = useRef(paced)
  useEffect(() => {
    if (seen.current === paced) return
    seen.current = paced
    void client.invalidateQueries({ queryKey: ['figures'] })
  }, [paced, client])

  return useQuery({
    queryKey: ['figures', today, storeId],
    queryFn: () =>
      call(getVisitStatistics, { from: today, to: today, by: 'day', ...(storeId && { storeId }) }).then(
        ([day]) => day ?? null,
      ),
  })
}

/** A value that is followed at once, and then for a while not again. Nothing to tell is followed at once, too. */
function usePaced<T>(value: T): T {
  const [shown, setShown] = useState(value)
  const changedAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (value === shown) return
    const follow = () => {
      changedAt.current = value === 0 ? Number.NEGATIVE_INFINITY : performance.now()
      setShown(value)
    }
    const wait = value === 0 ? 0 : changedAt.current + pace - performance.now()
    if (wait <= 0) return follow()
    const timer = setTimeout(follow, wait)
    return () => clearTimeout(timer)
  }, [value, shown])
  return shown
}
