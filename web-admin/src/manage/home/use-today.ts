import { getMoneyFigures, getSubscriptionFigures, getUseFigures, getVisitFigures } from '@kingcar/client'
import { useQueries, useQuery } from '@tanstack/react-query'
import { call } from '../../api/api.ts'
import { everyDeviceQuery, storesQuery } from '../api/queries.ts'
import { useMay } from '../api/rights.tsx'
import type { OfStore } from '../navigation/attention.ts'
import { dayAfter } from '../text/format.ts'
import { useRefetchOnEvent } from '../visits/use-refetch-on-event.ts'

const minute = 60_000
/** While the page is visible, and when it becomes visible again. */
const live = { refetchInterval: minute, refetchOnWindowFocus: true } as const
/** Figures of past days change only by corrections and late reads. */
const past = { staleTime: 10 * minute, refetchInterval: 10 * minute } as const

/** Visits of a day by hour, beside those of the same day of the week before; refetched while visits arrive. */
export function useVisitsOf(today: string, ofStore: OfStore) {
  useRefetchOnEvent(['figures', 'today'])
  return useQuery({
    queryKey: ['figures', 'today', 'hours', today, ofStore],
    queryFn: () =>
      call(getVisitFigures, { from: today, to: today, by: 'hour', compareWith: 'sameWeekdays', ...ofStore }),
    ...live,
  })
}

/** Money and uses of a day, compared with the same day of the week before, and of its month, compared with the month before. */
export function useBusinessOf(today: string, ofStore: OfStore) {
  const may = useMay()
  const day = { from: today, to: today, by: 'day', compareWith: 'sameWeekdays', ...ofStore } as const
  // A month that is not over is compared with the same part of the month before.
  const ofMonth = { ...monthOf(today), by: 'month', compareWith: 'previousPeriod' } as const
  const month = { ...ofMonth, ...ofStore }
  return {
    money: useQuery({ queryKey: ['money', day], queryFn: () => call(getMoneyFigures, day), ...live }),
    moneyOfMonth: useQuery({ queryKey: ['money', month], queryFn: () => call(getMoneyFigures, month), ...live }),
    uses: useQuery({ queryKey: ['uses', day], queryFn: () => call(getUseFigures, day), ...live }),
    subscriptions: useQuery({
      queryKey: ['subscriptions', ofMonth],
      queryFn: () => call(getSubscriptionFigures, ofMonth),
      enabled: may('getSubscriptionFigures') && ofStore.storeId === undefined,
      ...live,
    }),
  }
}

const daysOfLine = 7

/** A store with its figures of today. */
export type RankedStore = {
  id: string
  name: string
  visits: number
  /** A week before, up to the same time. */
  before: number
  /** Visits of the last seven days, the oldest first. */
  days: number[]
  /** Sales of the month, paid minus refunded, of products that are valid at this store alone. */
  sales: number
  devices: number
  offline: number
}

/** All stores with their figures; a constant number of requests, however many stores there are. */
export function useRankedStores(today: string, enabled: boolean) {
  const visitsOf = (day: string) => ({ from: day, to: day, by: 'store' }) as const
  const now = useQuery({
    queryKey: ['figures', 'today', 'stores', today],
    queryFn: () => call(getVisitFigures, { ...visitsOf(today), compareWith: 'sameWeekdays' }),
    enabled,
    ...live,
  })
  const days = useQueries({
    queries: Array.from({ length: daysOfLine - 1 }, (_, at) => dayAfter(today, at + 1 - daysOfLine)).map((day) => ({
      queryKey: ['figures', 'stores', day],
      queryFn: () => call(getVisitFigures, visitsOf(day)),
      enabled,
      ...past,
    })),
  })
  const month = { ...monthOf(today), by: 'store' } as const
  const money = useQuery({ queryKey: ['money', month], queryFn: () => call(getMoneyFigures, month), enabled, ...live })
  const stores = useQuery(storesQuery)
  const devices = useQuery({ ...everyDeviceQuery, ...live })

  const all = [now, ...days, money, stores, devices]
  const known = all.every(({ data }) => data !== undefined)
  const rows = (stores.data ?? []).map(({ id, name }): RankedStore => {
    const own = devices.data?.filter(({ storeId }) => storeId === id) ?? []
    const today = now.data?.rows.find(({ key }) => key === id)
    const earned = money.data?.rows.find(({ key }) => key === id)?.figures
    const visitsThen = days.map(({ data }) => data?.rows.find(({ key }) => key === id)?.figures.visits ?? 0)
    return {
      ...{ id, name, visits: today?.figures.visits ?? 0, before: today?.compared?.visits ?? 0 },
      days: [...visitsThen, today?.figures.visits ?? 0],
      sales: earned ? earned.paid - earned.refunded : 0,
      devices: own.length,
      offline: own.filter(({ online }) => !online).length,
    }
  })
  const ids = new Set(rows.map(({ id }) => id))
  const elsewhere = money.data?.rows.filter(({ key }) => !ids.has(key)) ?? []
  return {
    rows: known ? rows : undefined,
    /** Sales of the month of products that are valid at several stores. */
    sharedSales: elsewhere.reduce((sum, { figures: { paid, refunded } }) => sum + paid - refunded, 0),
    asOf: now.data?.asOf,
    comparedDay: now.data?.comparedFrom ?? null,
    error: known ? null : (all.find(({ error }) => error !== null)?.error ?? null),
    refetch: () => {
      for (const { error, refetch } of all) if (error !== null) void refetch()
    },
  }
}

/** First and last day of the month of a day. */
function monthOf(day: string): { from: string; to: string } {
  const month = day.slice(0, 'YYYY-MM'.length)
  const [year, number] = month.split('-').map(Number)
  const last = new Date(Date.UTC(year ?? 0, number ?? 0, 0)).getUTCDate()
  return { from: `${month}-01`, to: `${month}-${last}` }
}
