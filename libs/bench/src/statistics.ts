/** Middle of the values; the mean of the two middle ones where their number is even. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low, high] = [sorted[middle - 1 + (sorted.length % 2)], sorted[middle]]
  if (low === undefined || high === undefined) throw new Error('median of nothing')
  return (low + high) / 2
}

/** The ratio of two variants round by round, and its middle: what the machine did to one round it did to both. */
export function ratio(of: readonly number[], to: readonly number[]): number {
  return median(of.map((value, round) => value / (to[round] as number)))
}

/** The value that this part of the values does not exceed (nearest rank). */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const value = sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)]
  if (value === undefined) throw new Error('quantile of nothing')
  return value
}
