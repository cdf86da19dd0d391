import { expect, test } from 'vitest'
import { median, ratio } from './statistics.ts'

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

test('nothing has no median', () => {
  expect(() => median([])).toThrow('median of nothing')
})
