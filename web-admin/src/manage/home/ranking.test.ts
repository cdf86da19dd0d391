import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type RankOrder, rankStores } from './ranking.ts'

const store = fc.record({
  name: fc.constantFrom('강남점', '분당점', '송도점', '일산점'),
  visits: fc.nat(3),
  before: fc.nat(3),
  sales: fc.integer({ min: -2, max: 2 }),
})
const order = fc.constantFrom<RankOrder>('visits,desc', 'visits,asc', 'before,asc', 'sales,desc')

test('property: stores are in the order of the address, and equal ones by name', () => {
  fc.assert(
    fc.property(fc.array(store), order, (stores, by) => {
      const [field, direction] = by.split(',') as ['visits' | 'before' | 'sales', 'asc' | 'desc']
      const ranked = rankStores(stores, by)
      expect(ranked.length).toBe(stores.length)
      for (const [at, each] of ranked.entries()) {
        const next = ranked[at + 1]
        if (next === undefined) continue
        const step = direction === 'asc' ? next[field] - each[field] : each[field] - next[field]
        expect(step).toBeGreaterThanOrEqual(0)
        if (step === 0) expect(each.name <= next.name).toBe(true)
      }
    }),
  )
})

test('by default the most visited store is first', () => {
  const of = (name: string, visits: number) => ({ name, visits, before: 0, sales: 0 })
  const names = rankStores([of('나', 1), of('가', 1), of('다', 2)]).map(({ name }) => name)
  expect(names).toEqual(['다', '가', '나'])
})
