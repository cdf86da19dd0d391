/** Numbers that look random and are the same at every start. */
export type Random = {
  /** From 0 to below 1. */
  next(): number
  /** True with this probability. */
  chance(probability: number): boolean
  /** An integer from `least` to `most`. */
  between(least: number, most: number): number
  pick<T>(from: readonly T[]): T
  /** The index of a weight, in proportion to the weights. */
  weighted(weights: readonly number[]): number
}

/** Creates a sequence (mulberry32) of a seed. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: <T>(from: readonly T[]) => from[between(0, from.length - 1)] as T,
    weighted(weights) {
      let left = next() * weights.reduce((sum, weight) => sum + weight, 0)
      const index = weights.findIndex((weight) => {
        left -= weight
        return left < 0
      })
      return index < 0 ? weights.length - 1 : index
    },
  }
}
