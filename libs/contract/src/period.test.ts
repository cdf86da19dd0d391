import { expect, test } from 'vitest'
import { periodEnd, periodStart, seoulTime } from './period.ts'

test('a day begins and ends at midnight in Asia/Seoul', () => {
  expect(periodStart('2026-03-01').toISOString()).toBe('2026-02-28T15:00:00.000Z')
  expect(periodEnd('2026-03-01').toISOString()).toBe('2026-03-01T15:00:00.000Z')
})

test('a moment is itself', () => {
  expect(periodStart('2026-03-01T00:00:00Z').toISOString()).toBe('2026-03-01T00:00:00.000Z')
  expect(periodEnd('2026-03-01T09:00:00+09:00').toISOString()).toBe('2026-03-01T00:00:00.000Z')
})

test('an instant reads as on a clock in Seoul', () => {
  expect(seoulTime(new Date('2026-01-31T15:04:05.678Z'))).toBe('2026-02-01 00:04:05')
})
