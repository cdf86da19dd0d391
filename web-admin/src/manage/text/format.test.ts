import { afterEach, expect, test, vi } from 'vitest'
import { momentOf, shortDate } from './format.ts'

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
