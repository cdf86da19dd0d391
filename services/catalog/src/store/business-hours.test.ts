import type { BusinessHours } from '@kingcar/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkBusinessHours, isOpen, openedAt } from './business-hours.ts'

const hours = (day: number, open: string, close: string): BusinessHours => ({ day, open, close })
/** 2026-01-05 is a Monday. */
const seoul = (clock: string) => new Date(`2026-01-${clock}:00+09:00`)
const open = (clock: string, businessHours: BusinessHours[], closedDates: string[] = []) =>
  isOpen({ businessHours, closedDates }, seoul(clock))

describe('open', () => {
  test('from its first minute to before its last', () => {
    const monday = [hours(1, '09:00', '18:00')]
    expect([
      open('05T08:59', monday),
      open('05T09:00', monday),
      open('05T17:59', monday),
      open('05T18:00', monday),
    ]).toEqual([false, true, true, false])
    expect(open('06T10:00', monday)).toBe(false)
  })

  test('past midnight, from Sunday into Monday too', () => {
    const night = [hours(7, '22:00', '02:00')]
    expect([
      open('04T23:00', night),
      open('05T01:59', night),
      open('05T02:00', night),
      open('05T22:30', night),
    ]).toEqual([true, true, false, false])
  })

  test('all day is 00:00 to 24:00', () => {
    const day = [hours(1, '00:00', '24:00')]
    expect([open('05T00:00', day), open('05T23:59', day), open('06T00:00', day), open('04T23:59', day)]).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  test('a closed date cancels hours that start on it, but not the night before', () => {
    const nights = [hours(1, '18:00', '02:00'), hours(2, '18:00', '02:00')]
    const closed = ['2026-01-06']
    expect([
      open('06T01:00', nights, closed),
      open('06T19:00', nights, closed),
      open('07T01:00', nights, closed),
    ]).toEqual([true, false, false])
  })

  test('never without hours', () => expect(open('05T12:00', [])).toBe(false))
})

const clock = fc
  .integer({ min: 0, max: 1439 })
  .map((minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`)
const anyHours = fc.record({
  day: fc.integer({ min: 1, max: 7 }),
  open: clock,
  close: fc.oneof({ weight: 5, arbitrary: clock }, { weight: 1, arbitrary: fc.constant('24:00') }),
})

test('property: agrees with a calendar of single minutes', () => {
  const firstDay = Date.UTC(2026, 0, 4)
  const dayOf = (at: number) => new Date(firstDay + at * 86_400_000).toISOString().slice(0, 10)
  const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))
  const world = fc.record({
    businessHours: fc.array(
      anyHours.filter((each) => each.open !== each.close),
      { maxLength: 6 },
    ),
    closedDates: fc.uniqueArray(fc.integer({ min: 0, max: 9 }).map(dayOf), { maxLength: 4 }),
    at: fc.integer({ min: 1440, max: 9 * 1440 - 1 }),
  })
  fc.assert(
    fc.property(world, ({ businessHours, closedDates, at }) => {
      const calendar = new Set<number>()
      for (let day = 0; day < 10; day += 1) {
        const weekday = new Date(firstDay + day * 86_400_000).getUTCDay() || 7
        if (closedDates.includes(dayOf(day))) continue
        for (const each of businessHours.filter((one) => one.day === weekday)) {
          let minute = day * 1440 + minutes(each.open)
          do calendar.add(minute)
          while (++minute % 1440 !== minutes(each.close) % 1440)
        }
      }
      const moment = new Date(firstDay + at * 60_000 - 9 * 3_600_000)
      expect(isOpen({ businessHours, closedDates }, moment)).toBe(calendar.has(at))
      const opened = openedAt({ businessHours, closedDates }, moment)
      if (!opened) return
      const since = at - (moment.getTime() - opened.getTime()) / 60_000
      for (let minute = since; minute <= at; minute += 1) expect(calendar.has(minute)).toBe(true)
      const clock = opened.toISOString() // in UTC, nine hours earlier than in Seoul
      expect(businessHours.map((each) => minutes(each.open))).toContain((minutes(clock.slice(11, 16)) + 540) % 1440)
    }),
    { numRuns: 2_000 },
  )
})

test('hours that open and close at the same time are rejected with their path', () => {
  expect(() => checkBusinessHours([hours(1, '09:00', '18:00'), hours(2, '09:00', '09:00')])).toThrow(
    expect.objectContaining({
      code: 'VALIDATION_FAILED',
      details: [expect.objectContaining({ path: 'businessHours.1.close' })],
    }),
  )
})
