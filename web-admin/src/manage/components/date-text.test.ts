import fc from 'fast-check'
import { expect, test } from 'vitest'
import { valueOfText } from './date-text.ts'

test.each([
  ['date', '2026-11-28', '2026-11-28'],
  ['date', ' 2026.11.3 ', '2026-11-03'],
  ['date', '2026. 1. 3.', '2026-01-03'],
  ['date', '2026년 1월 3일', '2026-01-03'],
  ['date', '20261128', '2026-11-28'],
  ['date', '2028-02-29', '2028-02-29'],
  ['date', '2026-02-29', undefined],
  ['date', '2026-13-01', undefined],
  ['date', '2026112', undefined],
  ['date', '11/28/2026', undefined],
  ['date', '26-11-28', undefined],
  ['date', '11.27', '2026-11-27'],
  ['date', '3/4', '2026-03-04'],
  ['date', '2월 29일', undefined],
  ['date', '오늘', '2026-11-30'],
  ['date', ' 어제 ', '2026-11-29'],
  ['date', '내일', '2026-12-01'],
  ['date', '', undefined],
  ['time', '14:32', '14:32'],
  ['time', '9:05', '09:05'],
  ['time', '0905', '09:05'],
  ['time', '24:00', undefined],
  ['time', '12:60', undefined],
  ['time', '930', undefined],
  ['time', '오전 9:05', undefined],
] as const)('as a %s, %j is %j', (kind, text, value) => expect(valueOfText(kind, text, '2026-11-30')).toBe(value))

test('every day is read from its own form', () => {
  const days = fc.date({
    min: new Date('1000-01-01T00:00:00Z'),
    max: new Date('9999-12-31T00:00:00Z'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(days, (at) => {
      const day = at.toISOString().slice(0, 'YYYY-MM-DD'.length)
      for (const text of [day, day.replaceAll('-', ''), day.replaceAll('-', '. ')])
        expect(valueOfText('date', text, day)).toBe(day)
    }),
  )
})
