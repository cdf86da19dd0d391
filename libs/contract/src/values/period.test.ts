import { expect, test } from 'vitest'
import { periodEnd, periodStart, rangeOf, seoulTime } from './period.ts'

test('a day begins and ends at midnight in Asia/Seoul', () => {
  expect(periodStart('2026-03-01').toISOString()).toBe('2026-02-28T15:00:00.000Z')
  expect(periodEnd('2026-03-01').toISOString()).toBe('2026-03-01T15:00:00.000Z')
})

test('a time is kept', () => {
  expect(periodStart('2026-03-01T00:00:00Z').toISOString()).toBe('2026-03-01T00:00:00.000Z')
  expect(periodEnd('2026-03-01T09:00:00+09:00').toISOString()).toBe('2026-03-01T00:00:00.000Z')
})

test('seoulTime formats local time in Seoul', () => {
  expect(seoulTime(new Date('2026-01-31T15:04:05.678Z'))).toBe('2026-02-01 00:04:05')
})

test.each([
  [{}, -Infinity, Infinity],
  [{ from: '2026-03-01' }, Date.parse('2026-02-28T15:00:00Z'), Infinity],
  [{ to: '2026-03-01' }, -Infinity, Date.parse('2026-03-01T15:00:00Z')],
  [{ from: '2026-03-01', to: '2026-03-01' }, Date.parse('2026-02-28T15:00:00Z'), Date.parse('2026-03-01T15:00:00Z')],
  [{ from: '2026-03-01T00:00:00Z', to: '2026-03-01T00:00:00Z' }, 1_772_323_200_000, 1_772_323_200_000],
])('the range %j is from %d until %d', (asked, since, until) => {
  expect(rangeOf(asked)).toEqual({ since, until })
})

const leapSecond = '2016-12-31T23:59:60Z'
const invalidTime = { ko: '없는 시각이에요.', en: 'Is not a valid time.' }
test.each([
  [{ from: leapSecond }, [{ path: 'from', ...invalidTime }]],
  [{ to: leapSecond }, [{ path: 'to', ...invalidTime }]],
  [
    { from: leapSecond, to: leapSecond },
    [
      { path: 'from', ...invalidTime },
      { path: 'to', ...invalidTime },
    ],
  ],
  [
    { from: '2026-03-01T00:00:00.001Z', to: '2026-03-01T00:00:00Z' },
    [{ path: 'to', ko: '시작보다 앞설 수 없어요.', en: 'Must not be before the start.' }],
  ],
])('the range %j is refused', (asked, details) => {
  expect(() => rangeOf(asked)).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED', details }))
})
