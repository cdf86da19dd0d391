import { expect, test } from 'vitest'
import { isMilestone } from './milestone.ts'

test('the first and every tenth visit are milestones', () => {
  const found = Array.from({ length: 102 }, (_, visits) => visits).filter(isMilestone)
  expect(found).toEqual([1, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100])
})
