import { expect, test } from 'vitest'
import { nextRetry } from './retry-schedule.ts'

const day = 24 * 3_600_000
const due = new Date('2027-03-31T03:00:00Z')
const after = (days: number) => new Date(due.getTime() + days * day)
const days = (at: Date | null) => at && (at.getTime() - due.getTime()) / day

test.each([
  [0, 1, 1],
  [0.5, 2, 1],
  [1, 2, 3],
  [3.1, 3, 5],
  [5, 4, null],
  [9, 4, null],
  [9, 3, 10],
  [9, 1, 10], // a late first try has as many retries after it
])('a charge that failed %d days after it was due, at try %d, is retried on day %s', (at, attempt, next) => {
  expect(days(nextRetry(due, attempt, after(at)))).toBe(next)
})
