import { expect, test } from 'vitest'
import { median, quantile, ratio } from './statistics.ts'

test.each([
  [[3], 3],
  [[4, 1], 2.5],
  [[9, 1, 5], 5],
  [[1, 2, 3, 100], 2.5],
])('the median of %j is %d', (values, expected) => {
  expect(median(values)).toBe(expected)
})

test('a ratio is taken round by round, so a slow round of both changes nothing', () => {
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
