import { exponent, median } from '@kingcar/testing/statistics'
import type { Claim, Report } from '../report.ts'

/** The cost of something at several sizes of something that grows. */
export type Curve = {
  /** Name of the measured work, such as `a read`. */
  cost: string
  /** What grows. */
  over: string
  /** Unit of the cost. */
  unit: string
  /** By size, ascending: the cost in each round. */
  points: readonly { n: number; costs: readonly number[] }[]
  /** The smallest size that is fitted: below it a fixed cost hides the growth. */
  from: number
  /** The largest exponent that the design promises; undefined if it promises none. */
  atMost?: number
  /** The largest cost that the design promises at the largest size; undefined if it promises none. */
  costAtMost?: number
  /** Why the exponent is as expected, or why the cost is not flat. */
  why: string
  /** Sizes that could not be measured, and why. */
  missing?: readonly { n: number; because: string }[]
}

/** Sizes that a fit needs. */
const fewest = 2

/**
 * The k of cost ~ n^k over the fitted sizes: the median of the rounds' exponents. NaN with fewer than two measured
 * sizes, or if a cost is too small to measure.
 */
export function exponentOf({ points, from }: Pick<Curve, 'points' | 'from'>): number {
  const upper = points.filter(({ n, costs }) => n >= from && costs.length > 0)
  if (upper.length < fewest || upper.some(({ costs }) => costs.some((cost) => !(cost > 0)))) return Number.NaN
  const rounds = Math.min(...upper.map(({ costs }) => costs.length))
  const ofRound = (round: number) => exponent(upper.map(({ n, costs }) => ({ n, cost: costs[round] as number })))
  return median(Array.from({ length: rounds }, (_, round) => ofRound(round)))
}

export const claimsOf = (curves: readonly Curve[]): Claim[] =>
  curves.flatMap((curve) => {
    const { cost, over, unit, atMost, costAtMost } = curve
    const claims: Claim[] = []
    if (atMost !== undefined) claims.push({ claim: `${cost} over ${over}, k`, measured: exponentOf(curve), atMost })
    if (costAtMost !== undefined) {
      const { n, costs } = curve.points.at(-1) ?? { n: 0, costs: [] }
      const measured = costs.length > 0 ? median(costs) : Number.NaN
      claims.push({ claim: `${cost}, ${count(n)} ${over}, ${unit}`, measured, atMost: costAtMost })
    }
    return claims
  })

/** One row per curve: its costs by size, its exponent, and the promised one. */
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
/** Three significant digits. */
export const short = (value: number) => (value >= 1_000 ? count(value) : String(Number(value.toPrecision(3))))
