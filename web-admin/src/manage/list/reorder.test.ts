import fc from 'fast-check'
import { expect, test } from 'vitest'
import { displayOrdersOf, dropIndex, inOrder, moveItem } from './reorder.ts'

const lists = fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 8 })

test('a move keeps all items, puts the moved one in its place, and keeps the order of the others', () => {
  fc.assert(
    fc.property(lists, fc.nat(7), fc.nat(7), (items, a, b) => {
      const [from, to] = [a % items.length, b % items.length]
      const next = moveItem(items, from, to)
      expect(next[to]).toBe(items[from])
      expect(next.filter((each) => each !== items[from])).toEqual(items.filter((each) => each !== items[from]))
      expect(moveItem(next, to, from)).toEqual(items)
    }),
  )
})

test('an item dropped at an edge lands at that edge', () => {
  fc.assert(
    fc.property(
      lists,
      fc.nat(7),
      fc.nat(7),
      fc.constantFrom('before' as const, 'after' as const),
      (items, a, b, edge) => {
        const [from, over] = [a % items.length, b % items.length]
        fc.pre(from !== over)
        const next = moveItem(items, from, dropIndex(from, over, edge))
        const [mine, other] = [next.indexOf(items[from] ?? -1), next.indexOf(items[over] ?? -1)]
        expect(mine - other).toBe(edge === 'before' ? -1 : 1)
      },
    ),
  )
})

test('current items are sorted by the wanted order; unknown ones come last', () => {
  const items = [
    { id: 'a', name: 'new' },
    { id: 'b', name: 'as it was' },
    { id: 'c', name: 'since' },
  ]
  expect(inOrder(items, [{ id: 'b' }, { id: 'gone' }, { id: 'a' }])).toEqual([items[1], items[0], items[2]])
})

test('display orders are counted from 0', () => {
  expect(displayOrdersOf([{ id: 'b' }, { id: 'a' }])).toEqual([
    { id: 'b', displayOrder: 0 },
    { id: 'a', displayOrder: 1 },
  ])
})
