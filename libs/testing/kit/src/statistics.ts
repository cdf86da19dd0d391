/** The median; the mean of the two middle values if their number is even. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low, high] = [sorted[middle - 1 + (sorted.length % 2)], sorted[middle]]
  if (low === undefined || high === undefined) throw new Error('median of nothing')
  return (low + high) / 2
}

/** The median of the ratios of two variants per round: the machine's load in a round affects both. */
export function ratio(of: readonly number[], to: readonly number[]): number {
  return median(of.map((value, round) => value / (to[round] as number)))
}

/** The value that this share of the values does not exceed (nearest rank). */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const value = sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)]
  if (value === undefined) throw new Error('quantile of nothing')
  return value
}

/**
 * The k of cost ~ n^k: the slope of the least-squares line through the points on logarithmic axes.
 * @throws Error if it is undefined: fewer than two sizes, or values that are not above zero
 */
export function exponent(points: readonly { n: number; cost: number }[]): number {
  if (points.some(({ n, cost }) => !(n > 0 && cost > 0))) throw new Error('exponent of what is not above zero')
  const logarithms = points.map(({ n, cost }) => ({ x: Math.log(n), y: Math.log(cost) }))
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(logarithms.map((point) => point.x)), mean(logarithms.map((point) => point.y))]
  const across = logarithms.reduce((sum, point) => sum + (point.x - x) ** 2, 0)
  if (!(across > 0)) throw new Error('exponent of fewer than two sizes')
  return logarithms.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0) / across
}
