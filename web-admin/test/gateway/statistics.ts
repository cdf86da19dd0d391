import type { IncomingMessage } from 'node:http'
import type {
  CompareSettlementResult,
  GetAttentionResult,
  GetDemoResult,
  GetMoneyFiguresResult,
  GetSubscriptionFiguresResult,
  GetUseFiguresResult,
  GetVisitFiguresResult,
} from '@kingcar/client'
import { composeStatistics, type PeriodLength, periodsOf, type Range } from '@kingcar/contract'
import type { FakeGateway } from '../fake-gateway.ts'
import { searchOf } from './paging.ts'

const hour = 3_600_000
const hourInSeoul = (at: number) => new Date(at + 9 * hour).getUTCHours()

/** Averages are null where nothing was counted. */
type Figures = Record<string, number | null>
type Group = { key: string; name: string | null; share: number }
/** What a row is of: a name, or an hour, day, week or month. */
type Grouping = { by: string; groups: readonly Group[] }

const scaled = <F extends Figures>(figures: F, share: number): F =>
  Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [name, value === null ? null : Math.round(value * share)]),
  ) as F

/** Statistics of any operation, as the server composes them, from the figures of a range. */
async function statisticsOf<F extends Figures>(
  request: IncomingMessage,
  asOf: number,
  groups: Record<string, readonly Group[]>,
  figuresIn: (range: Range) => F,
) {
  const { from = '', to = '', by = 'day', compareWith } = Object.fromEntries(searchOf(request))
  const none = scaled(figuresIn({ since: 0, until: 0 }), 0)
  const comparison = (['previousPeriod', 'sameWeekdays', 'lastYear'] as const).find((each) => each === compareWith)
  const grouping: Grouping = { by, groups: groups[by] ?? [] }
  const until = (range: Range): Range => ({ since: range.since, until: Math.min(range.until, asOf) })
  return composeStatistics({ from, to, compareWith: comparison }, by, {
    now: asOf,
    none,
    rows: async (range) => rowsOf(range, grouping, (part) => figuresIn(until(part))),
    total: async (range) => figuresIn(until(range)),
  })
}

function rowsOf<F extends Figures>(range: Range, { by, groups }: Grouping, figuresIn: (range: Range) => F) {
  const period = (['hour', 'day', 'week', 'month'] as const).find((each: PeriodLength) => each === by)
  if (period === undefined) {
    return groups.map(({ key, name, share }) => ({ key, name, figures: scaled(figuresIn(range), share) }))
  }
  return periodsOf(range, period, 2_000).map(({ name: key, start, end }) => ({
    key,
    name: null,
    figures: figuresIn({ since: start, until: end }),
  }))
}

/** Calls of statistics, of what needs a person, and of the comparison with the payment provider. */
export function withStatistics(
  gateway: FakeGateway,
  stores: () => readonly { id: string; name: string }[],
  visitsAt: (hourOfDay: number) => number,
) {
  const state = {
    attention: { items: [], unavailable: [] } as Pick<GetAttentionResult, 'items' | 'unavailable'>,
    demo: { items: [], unavailable: [] } as GetDemoResult,
    settlement: {} as Partial<CompareSettlementResult>,
    /** The time that the figures are of. */
    asOf: () => Date.now(),
    /** Share of a store in all visits, by its place in the list. */
    shareOf: (at: number) => 1 / (at + 2),
    /** Factor of all money. */
    money: 1,
    /** Received queries of visit figures. */
    visitQueries: [] as string[],
  }
  const { answers } = gateway
  const byStore = () => stores().map(({ id, name }, at): Group => ({ key: id, name, share: state.shareOf(at) }))
  const hoursIn = ({ since, until }: Range) =>
    Array.from({ length: Math.max(0, Math.ceil((until - since) / hour)) }, (_, at) => since + at * hour)
  const visitsIn = (range: Range) => hoursIn(range).reduce((sum, at) => sum + visitsAt(hourInSeoul(at)), 0)
  const daysIn = ({ since, until }: Range) => Math.max(0, until - since) / (24 * hour)

  answers['GET /admin/api/demo'] = () => ({ result: state.demo })
  answers['DELETE /admin/api/demo'] = () => {
    const removed = state.demo
    const items = removed.items.map((item) => ({ ...item, removable: 0 })).filter(({ kept }) => kept > 0)
    if (removed.unavailable.length === 0) state.demo = { items, unavailable: [] }
    return { result: removed }
  }
  answers['GET /admin/api/attention'] = () => ({
    result: { asOf: new Date(state.asOf()).toISOString(), ...state.attention } satisfies GetAttentionResult,
  })
  answers['GET /admin/api/statistics/visits'] = async (_, __, request) => {
    state.visitQueries.push(searchOf(request).toString())
    const result = await statisticsOf(request, state.asOf(), { store: byStore() }, (range) => {
      const visits = visitsIn(range)
      const guests = Math.floor(visits / 4)
      const few = Math.floor(visits / 20)
      const returning = Math.floor(visits / 2)
      const averageStayMinutes: number | null = null // no store has a device at its exit
      const none = { late: 0, corrected: few, used: returning, stays: 0, averageStayMinutes }
      return { visits, members: visits - guests, guests, newPlates: few, returning, ...none }
    })
    return { result: result satisfies GetVisitFiguresResult }
  }
  answers['GET /admin/api/statistics/money'] = async (_, __, request) => {
    const several = { key: 'several', name: null, share: 0.2 }
    const methods = [
      { key: 'card', name: '카드', share: 0.75 },
      { key: 'easyPay', name: '간편결제', share: 0.25 },
    ]
    const result = await statisticsOf(
      request,
      state.asOf(),
      { store: [...byStore(), several], method: methods },
      (range) => {
        const days = daysIn(range) * state.money
        const renewals = { renewalsTried: 40 * days, renewalsFailed: 3 * days, renewalsRecovered: 2 * days }
        return scaled(
          {
            orders: 24 * days,
            paid: 816_000 * days,
            refunded: 51_000 * days,
            discount: 24_000 * days,
            owed: 0,
            ...renewals,
          },
          1,
        )
      },
    )
    return { result: result satisfies GetMoneyFiguresResult }
  }
  answers['GET /admin/api/statistics/subscriptions'] = async (_, __, request) => {
    const result = await statisticsOf(request, state.asOf(), {}, (range) => {
      const days = daysIn(range) * state.money
      const ended = { endedByStop: days, endedByDunning: days / 4, endedByLeave: days / 20, endedOtherwise: 0 }
      return scaled({ active: 400 * state.money + days, started: 2 * days, ...ended, monthlyRevenue: 32_000 * days }, 1)
    })
    return { result: result satisfies GetSubscriptionFiguresResult }
  }
  answers['GET /admin/api/statistics/uses'] = async (_, __, request) => {
    const products = [
      { key: 'a', name: '정기 세차권', share: 0.8 },
      { key: 'b', name: '손세차 3회권', share: 0.2 },
    ]
    const result = await statisticsOf(request, state.asOf(), { product: products, store: byStore() }, (range) => {
      const uses = Math.floor(visitsIn(range) / 2)
      return { uses, reversed: Math.floor(uses / 20), byHand: Math.floor(uses / 10) }
    })
    return { result: result satisfies GetUseFiguresResult }
  }
  answers['GET /admin/api/statistics/settlement'] = (_, __, request) => {
    const sums = { payments: 24, paid: 816_000, refunds: 2, refunded: 51_000 }
    const result: CompareSettlementResult = {
      ...{ date: searchOf(request).get('date') ?? '', asOf: new Date(state.asOf()).toISOString(), complete: true },
      ...{ provider: sums, own: sums, differenceCount: 0, differences: [] },
      ...state.settlement,
    }
    return { result }
  }
  return state
}
