import { expect, test } from 'vitest'
import { age, clock, day } from './age.ts'

test.each([
  [-5_000, '방금'],
  [1_999, '방금'],
  [3_000, '3초 전'],
  [59_999, '59초 전'],
  [120_000, '2분 전'],
  [3_600_000, '1시간 전'],
  [200_000_000, '2일 전'],
])('%i ms ago is %s', (milliseconds, text) => {
  expect(age(milliseconds)).toBe(text)
})

test('clock and day are in Seoul time', () => {
  const instant = Date.parse('2026-11-20T15:05:00Z')
  expect(clock(instant)).toBe('00:05')
  expect(day(instant)).toBe('11월 21일 토요일')
})
