import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instantOf, seoulParts } from './seoul-time.ts'

test('every minute of Seoul comes back as it was', () => {
  const from1990 = 10_519_200 // minutes; before, Seoul had summers of its own
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

test('midnight belongs to the day that begins, and no day is no moment', () => {
  expect(seoulParts('2026-11-20T15:00:00.000Z')).toEqual({ date: '2026-11-21', time: '00:00' })
  expect(instantOf('2026-11-21', '')).toBe('2026-11-20T15:00:00.000Z')
  expect(instantOf('', '10:00')).toBeNull()
  expect(seoulParts(null)).toEqual({ date: '', time: '' })
})
