import { build } from '@kingcar/deploy/build'
import { temporaryFolder } from '@kingcar/localstack/temporary-folder'
import { breakingPointsOf, rowsOfBreakingPoints } from '../growth/breaking-points.ts'
import { claimsOf, rowsOf } from '../growth/curve.ts'
import { type MonthSize, monthCosts } from '../growth/member-month.ts'
import { rowsOfAssumptions, rowsOfCosts } from '../growth/member-month-report.ts'
import { type SocketsSize, socketsCurves } from '../growth/socket-curves.ts'
import { type StoresSize, storesCurves } from '../growth/store-curves.ts'
import { type VisitsSize, visitsCurves } from '../growth/visit-curves.ts'
import { machine, type Report, versionOf } from '../report.ts'

export type Size = {
  visits: VisitsSize
  sockets: SocketsSize
  stores: StoresSize
  month: MonthSize
}

const day = 86_400
const year = 365 * day

export const full: Size = {
  visits: {
    sizes: [1_000, 10_000, 100_000, 1_000_000, 10_000_000],
    apart: (5 * year) / 10_000_000,
    leastPlates: 10_000,
    mostSeconds: 1_200,
    reads: 10_000,
    warmUps: 2,
    rounds: 4,
    from: 10_000,
    queries: { seconds: 0.7, deepPage: 500, periodSeconds: day, from: 100_000, monthFrom: 1_000_000 },
  },
  sockets: { sizes: [10, 100, 1_000, 10_000], rounds: 4, seconds: 2, events: 15, settling: 5, from: 100 },
  stores: {
    sizes: [1, 10, 100, 500],
    plates: 20_000,
    history: 10_000,
    warmUps: 1,
    rounds: 3,
    seconds: 5,
    callSeconds: 1,
    perSecond: 500,
    perSecondOfStore: 1,
    from: 10,
  },
  month: { members: 150, openings: 5, forEachConcurrently: 4, rest: 20 },
}

/** Long enough to show that each curve has its points, too short for a claim. */
export const smoke: Size = {
  visits: {
    sizes: [100, 1_000],
    apart: 60,
    leastPlates: 100,
    mostSeconds: 1_200, // on a busy machine even the first database takes long, from which the second one's time is estimated
    reads: 1_500, // enough for some clock ticks of CPU
    warmUps: 0,
    rounds: 1,
    from: 100,
    queries: { seconds: 0, deepPage: 3, periodSeconds: 3_600, from: 100, monthFrom: 100 },
  },
  sockets: { sizes: [10, 50], rounds: 1, seconds: 0.3, events: 1, settling: 0.1, from: 10 },
  stores: {
    sizes: [1, 3],
    plates: 500,
    history: 100,
    warmUps: 0,
    rounds: 1,
    seconds: 0.2,
    callSeconds: 0,
    perSecond: 100,
    perSecondOfStore: 40,
    from: 1,
  },
  month: { members: 2, openings: 1, forEachConcurrently: 2, rest: 0.2 },
}

/**
 * How cost grows with work: over stored visits, open sockets and stores, each with the exponent of its curve; what a
 * visit and a member's month cost; and, computed from these, what breaks first and at which size.
 */
export async function growth(size: Size, progress: (line: string) => void): Promise<Report> {
  await build(progress)
  const month = await monthCosts(size.month, progress)
  const sockets = await inFolder((folder) => socketsCurves(size.sockets, folder, progress))
  const stores = await inFolder((folder) => storesCurves(size.stores, folder, progress))
  const visits = await inFolder((folder) => visitsCurves(size.visits, folder, progress))
  const curves = [...visits.curves, ...sockets.curves, ...stores]
  const breaks = breakingPointsOf({
    ...month,
    socket: sockets.costs,
  })
  return {
    scenario: 'growth',
    how: `Cost ~ n^k: the median exponent of ${size.visits.rounds} rounds in rotation, all sizes running at the same time. Visits come every ${size.visits.apart.toFixed(2)} s, each with five reads; a tenth as many plates. Costs of ${size.month.members} members of the product as it ships, minus its use when idle.`,
    machine: machine({ nats: versionOf('nats'), postgres: versionOf('postgres'), ws: versionOf('ws') }),
    rows: rowsOf(curves),
    tables: [
      { title: 'A visit, a member and a month', rows: rowsOfCosts(month) },
      { title: 'What is assumed', rows: rowsOfAssumptions(size.month) },
      { title: 'What breaks first', rows: rowsOfBreakingPoints(breaks) },
    ],
    claims: [...claimsOf(curves), ...visits.claims],
  }
}

/** Runs `work` in a folder that is removed afterwards. */
async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  await using folder = temporaryFolder()
  return await work(folder.path)
}
