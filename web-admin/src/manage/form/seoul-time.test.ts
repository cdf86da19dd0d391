import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instantOf, seoulParts } from './seoul-time.ts'

test('every minute survives the conversion to Seoul time and back', () => {
  const from1990 = 10_519_200 // minutes since the epoch; before 1990 Seoul had daylight saving time
  const minutes = fc
    .integer({ min: from1990, max: 60_000_000 })
    .map((minute) => new Date(minute * 60_000).toISOString())
  fc.assert(
    fc.property(minutes, (instant) => {
      const { date, time } = seoulParts(instant)
      expect(instantOf(date, time)).toBe(instant)
    }),
  )
})

test('midnight belongs to the day that begins, and an empty date is not an instant', () => {
  expect(seoulParts('2026-11-20T15:00:00.000Z')).toEqual({ date: '2026-11-21', time: '00:00' })
  expect(instantOf('2026-11-21', '')).toBe('2026-11-20T15:00:00.000Z')
  expect(instantOf('', '10:00')).toBeNull()
  expect(seoulParts(null)).toEqual({ date: '', time: '' })
})
