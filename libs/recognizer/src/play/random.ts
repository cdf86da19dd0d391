import { hash } from 'node:crypto'

/** Returns the next number of a sequence, from 0 to below 1. */
export type Random = () => number

/** A pseudo-random sequence, the same for the same seed. */
export function seeded(seed: string): Random {
  let count = 0
  return () => Number.parseInt(hash('sha256', `${seed}/${count++}`).slice(0, 12), 16) / 2 ** 48
}

/** A number from `from` to below `to`. */
export const between = (random: Random, from: number, to: number) => from + random() * (to - from)

/** An integer from `from` to `to`, both included. */
export const integer = (random: Random, from: number, to: number) => Math.floor(between(random, from, to + 1))

/** @throws RangeError if there are no items */
export function choose<Item>(random: Random, items: Iterable<Item>): Item {
  const list = [...items]
  const item = list[Math.floor(random() * list.length)]
  if (item === undefined) throw new RangeError('nothing to choose from')
  return item
}
