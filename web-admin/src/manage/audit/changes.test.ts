import { expect, test } from 'vitest'
import { changesOf, isCut } from './changes.ts'

test('each field of either side is listed once, with both values', () => {
  expect(changesOf({ name: '가', price: 1 }, { price: 2, visible: true })).toEqual([
    { field: 'name', before: '가', after: undefined },
    { field: 'price', before: 1, after: 2 },
    { field: 'visible', before: undefined, after: true },
  ])
  expect(changesOf(null, { name: '가' })).toEqual([{ field: 'name', before: undefined, after: '가' }])
})

test('a truncated side has no fields', () => {
  expect(changesOf('{"name":"가', ['가'])).toEqual([])
  expect([isCut('{"name":"가'), isCut({}), isCut(null)]).toEqual([true, false, false])
})
