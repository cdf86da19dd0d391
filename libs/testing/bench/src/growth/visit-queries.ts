import { quantile } from '@kingcar/testing/statistics'
import { onServer } from '../recognition/create-database.ts'
import type { Curve } from './curve.ts'
import type { FilledDatabase } from './filled-databases.ts'
import type { TimedReply } from './timed-caller.ts'

export type QueriesSize = {
  /** How long each query is repeated in a round. */
  seconds: number
  /** The deep page, counted from 1. */
  deepPage: number
  /** Length of a day as administrators look at it; it holds the same number of visits at every fitted size. */
  periodSeconds: number
  /**
   * The smallest number of visits that is fitted: fewer do not fill the period and the deep page. `fromMonth` is the
   * smallest that fills a month.
   */
  from: number
  monthFrom: number
}

/** Periods of a month. */
const periodsOfMonth = 30

/** The database that the queries run on. */
type Target = Pick<FilledDatabase, 'visits' | 'workload' | 'endedAt'> & {
  ids: readonly string[]
  apart: number
  size: QueriesSize
}

type Kind = {
  cost: string
  /** Fitted from the size that fills a month, where most plates of a day come once. */
  fromMonth?: true
  atMost?: number
  /** Maximum milliseconds within which 95 of 100 succeed at the largest size; undefined if none is promised. */
  p95AtMost?: number
  why: string
  path(target: Target): string
}

/** The times of the calls of a round, in milliseconds. */
type RoundTimes = { median: number; p95: number }

/** By kind: the times of each round in which it succeeded, the number of failed calls, and why it is no longer run. */
export type QueryResults = Map<Kind, { path: () => string; rounds: RoundTimes[]; refusals: number; missing?: string }>

const rowsOfPage = 20
const one = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)] as T
const list = (query: Record<string, string>) => `/admin/api/visits?${new URLSearchParams(query)}`
const iso = (milliseconds: number) => new Date(milliseconds).toISOString()
const lately = ({ endedAt, size }: Target, periods: number) => ({
  from: iso(endedAt - periods * size.periodSeconds * 1_000),
  to: iso(endedAt),
})
const statistics = (query: Record<string, string>) => `/admin/api/statistics/visits?${new URLSearchParams(query)}`
/** The longest period that the design promises to be fast. */
const fiveYears = ({ endedAt }: Target) => ({ from: iso(endedAt - 5 * 365 * 86_400_000), to: iso(endedAt) })

/** Milliseconds, promised for any period up to five years. */
const statisticsP95 = 50

const kinds: readonly Kind[] = [
  {
    cost: 'list of visits, first page',
    atMost: 0.15,
    why: 'one end of an index; the total is kept',
    path: () => list({ page: '0' }),
  },
  {
    cost: 'list of visits, a deep page at a fixed depth',
    atMost: 0.15,
    why: 'skips the same number of index entries, however many follow',
    path: ({ size }) => list({ page: String(size.deepPage - 1) }),
  },
  {
    cost: 'list of visits, the middle page',
    atMost: 1.05,
    why: 'not flat: a page by number skips all entries before it',
    path: ({ visits }) => list({ page: String(Math.floor(visits / rowsOfPage / 2)) }),
  },
  {
    cost: 'list of visits of a store and a day',
    atMost: 0.15,
    why: 'one range of an index, of a day, however long visits are kept',
    path: (target) => list({ storeId: one(target.workload.stores).id, ...lately(target, 1) }),
  },
  {
    cost: 'list of visits of a plate',
    atMost: 0.15,
    why: 'one range of an index; a plate has ten visits',
    path: ({ workload }) => list({ carNumber: one(workload.plates) }),
  },
  {
    cost: 'list of visits by last four digits',
    why: 'not flat: there are 9,000 endings, so from 90,000 visits on more plates share one',
    path: ({ workload }) => list({ carNumber: one(workload.plates).slice(-4) }),
  },
  {
    cost: 'list of visits of a store',
    why: 'not flat: the total counts all of them in an index',
    path: ({ workload }) => list({ storeId: one(workload.stores).id }),
  },
  {
    cost: 'one visit by id',
    atMost: 0.15,
    why: 'look-ups by index, one for each month of reads',
    path: ({ ids }) => `/admin/api/visits/${one(ids)}`,
  },
  {
    cost: 'statistics of a day',
    atMost: 0.05,
    fromMonth: true,
    p95AtMost: statisticsP95,
    why: 'one row per hour',
    path: (target) => statistics({ ...lately(target, 1), by: 'hour' }),
  },
  {
    cost: 'statistics of a month',
    atMost: 0.05,
    fromMonth: true,
    p95AtMost: statisticsP95,
    why: 'one row per day',
    path: (target) => statistics({ ...lately(target, periodsOfMonth), by: 'day' }),
  },
  {
    cost: 'statistics of five years by day',
    p95AtMost: statisticsP95,
    why: 'one row per day; the number of days with visits grows with that of visits',
    path: (target) => statistics({ ...fiveYears(target), by: 'day' }),
  },
  {
    cost: 'statistics of five years by month, compared with those before',
    atMost: 0.05,
    fromMonth: true,
    p95AtMost: statisticsP95,
    why: 'one row per month',
    path: (target) => statistics({ ...fiveYears(target), by: 'month', compareWith: 'previousPeriod' }),
  },
  {
    cost: 'statistics of five years by store',
    atMost: 0.05,
    fromMonth: true,
    p95AtMost: statisticsP95,
    why: 'one row per store and month',
    path: (target) => statistics({ ...fiveYears(target), by: 'store' }),
  },
]

/** Prepares the queries of a database of visits. */
export async function queriesOf(filled: FilledDatabase, size: QueriesSize, apart: number): Promise<QueryResults> {
  const { visits, workload, endedAt } = filled
  const target: Target = { visits, workload, endedAt, size, apart, ids: await someIds(filled, apart) }
  return new Map(kinds.map((kind) => [kind, { path: () => kind.path(target), rounds: [], refusals: 0 }]))
}

/** Ids of visits spread over the whole period. */
const someIds = ({ urls, visits, endedAt }: FilledDatabase, apart: number): Promise<string[]> =>
  onServer(urls.superuser, async (sql) => {
    const moments = Array.from({ length: 500 }, () => iso(endedAt - Math.random() * (visits - 1) * apart * 1_000))
    const rows = await sql<{ id: string }[]>`
      select v.id from unnest(${moments}::timestamptz[]) as m (at) cross join lateral (
        select id from recognition.visits where merged_into is null and first_read_at >= m.at
        order by first_read_at, id limit 1
      ) v`
    return rows.map(({ id }) => id)
  })

/** Failures in a round after which a query is given up. */
const patience = 3

/**
 * Repeats each query for the given time, until it succeeded twice or failed a few times. A query that never succeeds in
 * a round, or finds nothing, is not run again.
 */
export async function runQueries(
  asked: QueryResults,
  caller: { get(path: string): Promise<TimedReply> },
  seconds: number,
): Promise<void> {
  for (const each of asked.values()) {
    const ms: number[] = []
    let refused: string[] = []
    const isOver = () => ms.length >= 2 || refused.length >= patience
    for (const began = performance.now(); performance.now() - began < seconds * 1_000 || !isOver(); ) {
      if (each.missing !== undefined) break
      const answer = await caller.get(each.path())
      if ('refused' in answer) refused = [...refused, `${answer.refused} after ${Math.round(answer.ms)} ms`]
      else if (isEmpty(answer.result)) each.missing = 'no rows'
      else ms.push(answer.ms)
    }
    each.refusals += refused.length
    if (ms.length > 0) each.rounds.push({ median: quantile(ms, 0.5), p95: quantile(ms, 0.95) })
    else each.missing ??= refused[0] ?? 'not answered'
  }
}

/** Discards the results of the warm-up: with cold caches some took too long. */
export function discardResults(asked: QueryResults): void {
  for (const [kind, { path }] of asked) asked.set(kind, { path, rounds: [], refusals: 0 })
}

/** A page without rows, or statistics without a visit. */
const isEmpty = (result: unknown) => {
  const { content, total } = result as { content?: unknown[]; total?: { visits: number } }
  return content?.length === 0 || total?.visits === 0
}

/**
 * The curve of each query, from databases of several sizes; one of the medians, and one of the 95th percentiles if a
 * maximum of these is promised.
 */
export const queryCurves = (
  sizes: readonly { visits: number; asked: QueryResults }[],
  { from, monthFrom }: QueriesSize,
): Curve[] =>
  kinds.flatMap((kind): Curve[] => {
    const all = sizes.map(({ visits, asked }) => ({ n: visits, ...asked.get(kind) }))
    const points = (of: keyof RoundTimes) =>
      all.map(({ n, rounds = [], missing }) => ({
        n,
        costs: missing === undefined ? rounds.map((each) => each[of]) : [],
      }))
    const curve = {
      cost: kind.cost,
      over: 'visits kept',
      from: kind.fromMonth ? monthFrom : from,
      why: kind.why,
      missing: all.flatMap(({ n, missing, refusals = 0 }) => {
        if (missing === undefined && refusals === 0) return []
        return [{ n, because: missing ?? `${refusals} further calls failed` }]
      }),
    }
    const medians: Curve = {
      ...curve,
      unit: 'p50 ms over HTTP',
      points: points('median'),
      ...(kind.atMost === undefined ? {} : { atMost: kind.atMost }),
    }
    if (kind.p95AtMost === undefined) return [medians]
    return [medians, { ...curve, unit: 'p95 ms over HTTP', points: points('p95'), costAtMost: kind.p95AtMost }]
  })
