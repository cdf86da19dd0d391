import { expect, test } from 'vitest'
import { nextTryAfter } from './owed-return.ts'

const hour = 3_600_000

test('owed money is tried hourly for a day, and then daily', () => {
  const since = new Date('2027-01-01T00:00:00Z')
  const hours = (after: number) => {
    const now = since.getTime() + after * hour
    return (nextTryAfter(since, new Date(now)).getTime() - now) / hour
  }
  expect([0, 1, 23, 23.99, 24, 100].map(hours)).toEqual([1, 1, 1, 1, 24, 24])
})
