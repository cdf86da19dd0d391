import { getRevenue, getVisitFigures, getVisitStatistics } from '@kingcar/client'
import type { Revenue, VisitStatistic } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { call, session } from '../../api/api.ts'
import type { Point } from '../charts/values.ts'
import { dayAfter } from '../text/format.ts'
import { useRefetchOnEvent } from '../visits/use-refetch-on-event.ts'
import { earned } from './figures.ts'
import { type Range, rangeBefore } from './range.ts'

const minute = 60_000
/** Past days change by late reads and corrections, which the live socket does not report. */
const slowRefresh = { staleTime: minute, refetchInterval: minute }

type Scope = { range: Range; today: string; storeId: string | undefined }

/** The statistics of a range; each part is undefined while loading. */
export type Statistics = {
  /** Visits by hour. */
  hours: VisitStatistic[] | undefined
  /** Visits of the previous period, by day. */
  before: VisitStatistic[] | undefined
  /** When the oldest of the figures was loaded, in epoch milliseconds by this machine's clock; undefined while loading. */
  asOf: number | undefined
  error: Error | null
  refetch: () => void
}

/**
 * The visits of a range and of the previous period. Past days and today are separate queries: while visits arrive only today
 * is refetched, at most every five seconds.
 */
export function useStatistics({ range, today, storeId }: Scope): Statistics {
  const { from, to } = range
  const ofStore = storeId === undefined ? {} : { storeId }
  const lastPast = to < today ? to : dayAfter(today, -1)
  const [hasPast, hasToday] = [from <= lastPast, from <= today && to >= today]
  const statistics = (of: { from: string; to: string }) => call(getVisitStatistics, { ...of, ...ofStore, by: 'hour' })

  const past = useQuery({
    queryKey: ['figures', 'past', from, lastPast, storeId],
    queryFn: () => statistics({ from, to: lastPast }),
    enabled: hasPast,
    ...slowRefresh,
  })
  const now = useQuery({
    queryKey: ['figures', 'today', today, storeId],
    queryFn: () => statistics({ from: today, to: today }),
    enabled: hasToday,
    // Also without events, so that the page can say that the figures are of this minute.
    refetchInterval: minute,
  })
  const before = useQuery({
    queryKey: ['figures', 'before', from, to, today, storeId],
    queryFn: () => call(getVisitStatistics, { ...rangeBefore(range, session.serverNow()), ...ofStore, by: 'day' }),
    ...slowRefresh,
  })
  useRefetchOnEvent(['figures', 'today'])

  const known = (!hasPast || past.data !== undefined) && (!hasToday || now.data !== undefined)
  const all = [past, now, before]
  const loadedAt = [...(hasPast ? [past] : []), ...(hasToday ? [now] : []), before].map(
    ({ dataUpdatedAt }) => dataUpdatedAt,
  )
  return {
    hours: known ? [...(hasPast ? (past.data ?? []) : []), ...(hasToday ? (now.data ?? []) : [])] : undefined,
    before: before.data,
    asOf: known && before.data !== undefined ? Math.min(...loadedAt) : undefined,
    error: all.find(({ error }) => error !== null)?.error ?? null,
    refetch: () => {
      for (const { error, refetch } of all) if (error !== null) void refetch()
    },
  }
}

/** Net revenue by day, of a range and of the previous period; payments belong to no store. */
export function useRevenue({ range, today }: Omit<Scope, 'storeId'>) {
  const { from, to } = range
  return useQuery({
    queryKey: ['revenue', from, to, today],
    queryFn: async () => {
      const [now, before] = await Promise.all([
        call(getRevenue, { from, to, by: 'day' }),
        call(getRevenue, { ...rangeBefore(range, session.serverNow()), by: 'day' }),
      ])
      return { now: pointsOf(now), before: pointsOf(before) }
    },
    staleTime: minute,
    refetchInterval: minute,
  })
}

const pointsOf = (days: readonly Revenue[]): Point[] => days.map((day) => ({ key: day.period, value: earned(day) }))

/** Visits of a range by store, the most visited first; stores without a visit are missing. */
export const useStoreVisits = ({ from, to }: Range) =>
  useQuery({
    queryKey: ['figures', 'byStore', from, to],
    queryFn: () => call(getVisitFigures, { from, to, by: 'store' }),
    ...slowRefresh,
  })
