import { afterEach, expect, test, vi } from 'vitest'
import { momentOf, relativeOf, shortDate } from './format.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('an instant has its year if that is not the current one in Seoul', () => {
  vi.useFakeTimers({ now: Date.parse('2026-12-31T15:00:00.000Z') })
  const shown = ['2026-12-31T15:00:00.000Z', '2026-12-31T14:59:00.000Z', '2099-01-01T00:00:00.000Z'].map(momentOf)
  expect(shown).toEqual(['1월 1일 00:00', '2026년 12월 31일 23:59', '2099년 1월 1일 09:00'])
})

test('a short date has its year if that is not the current one in Seoul', () => {
  vi.useFakeTimers({ now: Date.parse('2026-12-31T15:00:00.000Z') })
  expect(['2027-01-01', '2026-12-31'].map(shortDate)).toEqual(['1월 1일 (금)', '2026년 12월 31일 (목)'])
})

test.each([
  ['2026-11-21T05:32:03.000Z', '방금'],
  ['2026-11-21T05:31:01.000Z', '방금'],
  ['2026-11-21T05:29:00.000Z', '3분 전'],
  ['2026-11-21T04:32:01.000Z', '59분 전'],
  ['2026-11-21T04:32:00.000Z', '오늘 13:32'],
  ['2026-11-20T15:00:00.000Z', '오늘 00:00'],
  ['2026-11-20T14:59:59.000Z', '어제 23:59'],
  ['2026-11-19T14:59:59.000Z', '11월 19일 23:59'],
  ['2025-11-19T14:59:59.000Z', '2025년 11월 19일 23:59'],
  ['2026-11-21T05:33:00.000Z', '오늘 14:33'],
  ['2026-11-21T15:00:00.000Z', '내일 00:00'],
  ['2026-11-22T15:00:00.000Z', '11월 23일 00:00'],
])('%s is %s at 14:32 in Seoul', (at, text) => {
  const now = Date.parse('2026-11-21T05:32:00.000Z')
  vi.useFakeTimers({ now })
  expect(relativeOf(at, now)).toBe(text)
})

test('the first hour of a day still has the minutes of the last hour of the day before', () => {
  expect(relativeOf('2026-11-20T14:59:00.000Z', Date.parse('2026-11-20T15:05:00.000Z'))).toBe('6분 전')
})
