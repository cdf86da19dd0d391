import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMemoryBudget } from './memory-budget.ts'

const budget = 100
const work = fc.record({ cost: fc.integer({ min: 1, max: 150 }), turns: fc.nat({ max: 5 }), fails: fc.boolean() })

test('property: concurrent costs stay within the budget, larger work runs alone, and work starts in order of arrival', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(work, { maxLength: 20 }), async (all) => {
      const within = createMemoryBudget(budget)
      const running = new Set<number>()
      const begun: number[] = []
      const outcomes = await Promise.allSettled(
        all.map(({ cost, turns, fails }, at) =>
          within(cost, async () => {
            running.add(at)
            begun.push(at)
            const spent = [...running].reduce((sum, each) => sum + (all[each]?.cost ?? 0), 0)
            expect(running.size === 1 || spent <= budget).toBe(true)
            for (let turn = 0; turn < turns; turn += 1) await setImmediate()
            running.delete(at)
            if (fails) throw new Error('failed')
          }),
        ),
      )
      expect(begun).toEqual(all.map((_, at) => at))
      expect(outcomes.map(({ status }) => status === 'rejected')).toEqual(all.map(({ fails }) => fails))
    }),
  )
})

test('work that fits into the remaining budget runs concurrently', async () => {
  const within = createMemoryBudget(budget)
  const other = Promise.withResolvers<string>()
  const first = within(60, () => other.promise)
  expect(await within(40, async () => 'beside')).toBe('beside')
  other.resolve('first')
  expect(await first).toBe('first')
})
