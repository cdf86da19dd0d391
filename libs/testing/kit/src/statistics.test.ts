import { expect, test } from 'vitest'
import { exponent, median, quantile, ratio } from './statistics.ts'

test.each([
  [[3], 3],
  [[4, 1], 2.5],
  [[9, 1, 5], 5],
  [[1, 2, 3, 100], 2.5],
])('the median of %j is %d', (values, expected) => {
  expect(median(values)).toBe(expected)
})

test('a ratio is taken per round, so a round that is slow for both has no effect', () => {
  expect(ratio([50, 5, 50], [100, 10, 100])).toBe(0.5)
})

test('nothing has no median and no quantile', () => {
  expect(() => median([])).toThrow('median of nothing')
  expect(() => quantile([], 0.5)).toThrow('quantile of nothing')
})

test.each([
  [0.5, 2],
  [0.51, 3],
  [0.99, 4],
  [1, 4],
])('the quantile %d of four values is number %d', (part, expected) => {
  expect(quantile([4, 1, 3, 2], part)).toBe(expected)
})

test.each([0, 0.5, 1, 1.5, 2, -1])('the exponent of a power law is exact: %d', (k) => {
  const points = [10, 100, 1_000, 50_000].map((n) => ({ n, cost: 3.7 * n ** k }))
  expect(exponent(points)).toBeCloseTo(k, 12)
})

test('the exponent of inconsistent points is between those of neighbouring points', () => {
  const points = [
    { n: 1, cost: 1 },
    { n: 10, cost: 10 },
    { n: 100, cost: 10 },
  ]
  expect(exponent(points)).toBeCloseTo(0.5, 12)
})

test.each([
  [
    'one size',
    [
      { n: 5, cost: 1 },
      { n: 5, cost: 2 },
    ],
  ],
  [
    'no cost',
    [
      { n: 1, cost: 0 },
      { n: 10, cost: 2 },
    ],
  ],
  ['nothing', []],
])('%s has no exponent', (_, points) => {
  expect(() => exponent(points)).toThrow('exponent of')
})
