import fc from 'fast-check'
import { expect, test } from 'vitest'
import { displayOrdersOf, dropIndex, inOrder, moveItem } from './reorder.ts'

const lists = fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 8 })

test('a move keeps everything, puts the one where it was to go, and the others in their order', () => {
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

test('what is dropped at an edge comes to stand at that edge', () => {
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

test('items stand in an order that was asked for, as they are now; those that it does not know come last', () => {
  const items = [
    { id: 'a', name: 'new' },
    { id: 'b', name: 'as it was' },
    { id: 'c', name: 'since' },
  ]
  expect(inOrder(items, [{ id: 'b' }, { id: 'gone' }, { id: 'a' }])).toEqual([items[1], items[0], items[2]])
})

test('places are counted from 0', () => {
  expect(displayOrdersOf([{ id: 'b' }, { id: 'a' }])).toEqual([
    { id: 'b', displayOrder: 0 },
    { id: 'a', displayOrder: 1 },
  ])
})
