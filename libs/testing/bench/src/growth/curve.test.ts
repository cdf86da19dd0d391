import { expect, test } from 'vitest'
import { type Curve, claimsOf, exponentOf, rowsOf } from './curve.ts'

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
  why: 'each is read separately',
  missing: [{ n: 1_000, because: 'UNAVAILABLE' }],
}

test('the exponent is the median exponent of the rounds, over the fitted sizes', () => {
  expect(exponentOf(curve)).toBeCloseTo(1)
  expect(claimsOf([curve])).toEqual([{ claim: 'a read over visits kept, k', measured: exponentOf(curve), atMost: 1.1 }])
})

test('a promised cost is compared at the largest size', () => {
  const { atMost: _, ...rest } = { ...curve, costAtMost: 25 }
  const claimed = claimsOf([{ ...rest, points: rest.points.slice(0, -1) }])
  expect(claimed).toEqual([{ claim: 'a read, 100 visits kept, ms', measured: 20, atMost: 25 }])
  expect(claimsOf([rest])[0]?.measured, 'the largest size was not measured').toBeNaN()
})

test('fewer than two sizes, or a cost too small to measure, have no exponent', () => {
  expect(exponentOf({ ...curve, from: 100 })).toBeNaN()
  expect(exponentOf({ ...curve, from: 1, points: [...curve.points, { n: 5, costs: [0] }] })).toBeNaN()
})

test('a row lists each size, and why one is missing', () => {
  expect(rowsOf([curve])[0]).toMatchObject({ 'by size': '1: 50 · 10: 1 · 100: 20 · 1,000: UNAVAILABLE', k: '1.00' })
})
