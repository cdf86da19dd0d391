import { exponent, median } from '@kingcar/testing/statistics'
import type { Claim, Report } from '../report.ts'

/** What a thing costs at several sizes of something that grows. */
export type Curve = {
  /** What is done, such as `a read`. */
  cost: string
  /** What grows. */
  over: string
  /** What the cost is counted in. */
  unit: string
  /** By size, the smallest first: a cost of each round. */
  points: readonly { n: number; costs: readonly number[] }[]
  /** Sizes from this one on are fitted: below, a fixed part hides what grows. */
  from: number
  /** The largest exponent that the design promises; undefined where it promises none. */
  atMost?: number
  /** Why it should be so, or why it is not flat. */
  why: string
  /** Sizes at which it could not be measured, with what came instead. */
  missing?: readonly { n: number; because: string }[]
}

/** Sizes that a line goes through. */
const fewest = 2

/**
 * The k of cost ~ n^k over the upper sizes: the middle of those of the rounds. NaN where it was measured at fewer than two,
 * or where a cost is too small to be told.
 */
export function exponentOf({ points, from }: Pick<Curve, 'points' | 'from'>): number {
  const upper = points.filter(({ n, costs }) => n >= from && costs.length > 0)
  if (upper.length < fewest || upper.some(({ costs }) => costs.some((cost) => !(cost > 0)))) return Number.NaN
  const rounds = Math.min(...upper.map(({ costs }) => costs.length))
  const ofRound = (round: number) => exponent(upper.map(({ n, costs }) => ({ n, cost: costs[round] as number })))
  return median(Array.from({ length: rounds }, (_, round) => ofRound(round)))
}

/** The largest size that was measured, and the middle cost there. */
export function largestOf(points: Curve['points']): { n: number; cost: number } | undefined {
  const last = points.findLast(({ costs }) => costs.length > 0)
  return last && { n: last.n, cost: median(last.costs) }
}

export const claimsOf = (curves: readonly Curve[]): Claim[] =>
  curves.flatMap((curve) =>
    curve.atMost === undefined
      ? []
      : [{ claim: `${curve.cost} over ${curve.over}, k`, measured: exponentOf(curve), atMost: curve.atMost }],
  )

/** One row a curve: its costs by size, its exponent, and what was promised. */
export const rowsOf = (curves: readonly Curve[]): Report['rows'] =>
  curves.map((curve) => ({
    cost: curve.cost,
    over: curve.over,
    unit: curve.unit,
    'by size': [
      ...curve.points.flatMap(({ n, costs }) => (costs.length > 0 ? [`${count(n)}: ${short(median(costs))}`] : [])),
      ...(curve.missing ?? []).map(({ n, because }) => `${count(n)}: ${because}`),
    ].join(' · '),
    k: Number.isNaN(exponentOf(curve)) ? '' : exponentOf(curve).toFixed(2),
    'fitted from': count(curve.from),
    'at most': curve.atMost?.toFixed(2) ?? '',
    why: curve.why,
  }))

export const count = (n: number) => n.toLocaleString('en-US', { maximumFractionDigits: 0 })
/** Three digits that count. */
export const short = (value: number) => (value >= 1_000 ? count(value) : String(Number(value.toPrecision(3))))
