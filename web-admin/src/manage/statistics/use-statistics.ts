import {
  type GetMoneyFiguresInput,
  type GetUseFiguresInput,
  type GetVisitFiguresInput,
  getMoneyFigures,
  getUseFigures,
  getVisitFigures,
  getVisitStatistics,
} from '@kingcar/client'
import type { VisitStatistic } from '@kingcar/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/api.ts'
import { dayAfter } from '../text/format.ts'
import { useRefetchOnEvent } from '../visits/use-refetch-on-event.ts'
import type { Range } from './range.ts'

const minute = 60_000
/** Past days change by late reads and corrections, which the live socket does not report. */
const slowRefresh = { staleTime: minute, refetchInterval: minute, refetchOnWindowFocus: true } as const

type Scope = { range: Range; today: string; storeId: string | undefined; enabled: boolean }

/** Visits by hour; undefined while loading. */
export type Hours = {
  hours: VisitStatistic[] | undefined
  error: Error | null
  refetch: () => void
}

/**
 * The visits of a range by hour. Past days and today are separate queries: while visits arrive only today is refetched, at most
 * every five seconds.
 */
export function useHours({ range, today, storeId, enabled }: Scope): Hours {
  const { from, to } = range
  const ofStore = storeId === undefined ? {} : { storeId }
  const lastPast = to < today ? to : dayAfter(today, -1)
  const [hasPast, hasToday] = [from <= lastPast, from <= today && to >= today]
  const statistics = (of: { from: string; to: string }) => call(getVisitStatistics, { ...of, ...ofStore, by: 'hour' })

  const past = useQuery({
    queryKey: ['figures', 'past', from, lastPast, storeId],
    queryFn: () => statistics({ from, to: lastPast }),
    enabled: enabled && hasPast,
    ...slowRefresh,
  })
  const now = useQuery({
    queryKey: ['figures', 'today', today, storeId],
    queryFn: () => statistics({ from: today, to: today }),
    enabled: enabled && hasToday,
    ...slowRefresh,
  })
  const known = (!hasPast || past.data !== undefined) && (!hasToday || now.data !== undefined)
  return {
    hours: known ? [...(hasPast ? (past.data ?? []) : []), ...(hasToday ? (now.data ?? []) : [])] : undefined,
    error: [past, now].find(({ error }) => error !== null)?.error ?? null,
    refetch: () => {
      for (const { error, refetch } of [past, now]) if (error !== null) void refetch()
    },
  }
}

/** Figures of visits, by buckets and by groups; of a range with today they are refetched while visits arrive. */
export function useVisitFigures(series: GetVisitFiguresInput, groups: GetVisitFiguresInput, hasToday: boolean) {
  useRefetchOnEvent(['figures', 'today'])
  const queryOf = (input: GetVisitFiguresInput) => ({
    queryKey: ['figures', hasToday ? 'today' : 'past', getVisitFigures.name, input],
    queryFn: () => call(getVisitFigures, input),
    ...slowRefresh,
  })
  return { series: useQuery(queryOf(series)), groups: useQuery(queryOf(groups)) }
}

export function useMoneyFigures(series: GetMoneyFiguresInput, groups: GetMoneyFiguresInput) {
  const queryOf = (input: GetMoneyFiguresInput) => ({
    queryKey: ['money', input],
    queryFn: () => call(getMoneyFigures, input),
    ...slowRefresh,
  })
  return { series: useQuery(queryOf(series)), groups: useQuery(queryOf(groups)) }
}

export function useUseFigures(series: GetUseFiguresInput, groups: GetUseFiguresInput) {
  const queryOf = (input: GetUseFiguresInput) => ({
    queryKey: ['uses', input],
    queryFn: () => call(getUseFigures, input),
    ...slowRefresh,
  })
  return { series: useQuery(queryOf(series)), groups: useQuery(queryOf(groups)) }
}
