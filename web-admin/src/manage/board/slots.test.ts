import { expect, test } from 'vitest'
import { placed } from './slots.ts'

test('a car keeps its place until it is gone, and the next new one takes the free place', () => {
  const first = placed([], ['c', 'b', 'a'])
  expect(first).toEqual(['c', 'b', 'a'])
  expect(placed(first, ['c', 'b', 'a'])).toBe(first)
  expect(placed(first, ['d', 'c', 'b', 'a'])).toEqual(['c', 'b', 'a', 'd'])
  expect(placed(first, ['e', 'd', 'c'])).toEqual(['c', 'e', 'd'])
  const left = placed(first, ['c', 'a'])
  expect(left).toEqual(['c', undefined, 'a'])
  expect(placed(left, ['c', 'a'])).toBe(left)
  expect(placed(left, ['e', 'd', 'c', 'a'])).toEqual(['c', 'e', 'a', 'd'])
})
