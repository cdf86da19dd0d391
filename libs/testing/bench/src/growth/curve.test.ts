import { expect, test } from 'vitest'
import { type Curve, claimsOf, exponentOf, largestOf, rowsOf } from './curve.ts'

const curve: Curve = {
  cost: 'a read',
  over: 'visits kept',
  unit: 'ms',
  points: [
    { n: 1, costs: [50, 50, 50] },
    { n: 10, costs: [1, 1, 2] },
    { n: 100, costs: [10, 100, 20] },
    { n: 1_000, costs: [] },
  ],
  from: 10,
  atMost: 1.1,
  why: 'is read one by one',
  missing: [{ n: 1_000, because: 'UNAVAILABLE' }],
}

test('the exponent is the middle of those of the rounds, from the size on that is fitted', () => {
  expect(exponentOf(curve)).toBeCloseTo(1)
  expect(claimsOf([curve])).toEqual([{ claim: 'a read over visits kept, k', measured: exponentOf(curve), atMost: 1.1 }])
})

test('fewer than two sizes have none, nor has what was too small to be told', () => {
  expect(exponentOf({ ...curve, from: 100 })).toBeNaN()
  expect(exponentOf({ ...curve, from: 1, points: [...curve.points, { n: 5, costs: [0] }] })).toBeNaN()
})

test('a row tells each size, and why one is missing', () => {
  expect(rowsOf([curve])[0]).toMatchObject({ 'by size': '1: 50 · 10: 1 · 100: 20 · 1,000: UNAVAILABLE', k: '1.00' })
  expect(largestOf(curve.points)).toEqual({ n: 100, cost: 20 })
})
