import { expect, test } from 'vitest'
import { interleavings } from '../src/faults/interleavings.ts'

/** A part of `npm run faults -- interleavings`. */
test('whatever pulls at an order at once, and whoever dies over it, it is charged once or not at all', async () => {
  const seed = Date.now() % 1_000_000
  const { findings, charges, orders } = await interleavings({ orders: 40, rounds: 1, kills: 3, seed }, () => undefined)
  const nothing = Object.fromEntries(Object.keys(findings).map((name) => [name, []]))
  expect(findings, `seed ${seed}`).toEqual(nothing)
  expect(orders).toBeGreaterThanOrEqual(40)
  expect(charges).toBeGreaterThan(10)
}, 240_000)
