import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allDay, copyDay, hoursOf, isAllDay, isPastMidnight, overlaps, type Week, weekOf, withDay } from './hours.ts'

const time = fc
  .tuple(fc.nat(23), fc.nat(59))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
const hours = fc.array(fc.record({ day: fc.integer({ min: 1, max: 7 }), open: time, close: time }), { maxLength: 12 })
const closed: Week = Array.from({ length: 7 }, () => [])

test('a week has every span of the hours and converts back to them', () => {
  fc.assert(
    fc.property(hours, (sample) => {
      const back = hoursOf(weekOf(sample))
      const sorted = (each: typeof sample) => each.map((span) => JSON.stringify(span)).toSorted()
      expect(sorted(back)).toEqual(sorted(sample))
      expect(hoursOf(weekOf(back))).toEqual(back)
    }),
  )
})

test('two spans that are open in the same minute overlap', () => {
  const openAt = (week: Week) => {
    const count = new Array<number>(7 * 24 * 60).fill(0)
    for (const { day, open, close } of hoursOf(week)) {
      const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))
      const length = (minutes(close) - minutes(open) + 1440) % 1440 || 1440
      for (let minute = 0; minute < length; minute += 1) {
        const at = ((day - 1) * 1440 + minutes(open) + minute) % count.length
        count[at] = (count[at] ?? 0) + 1
      }
    }
    return Math.max(...count)
  }
  fc.assert(
    fc.property(hours, (sample) => {
      const week = weekOf(sample)
      expect(overlaps(week).size > 0).toBe(openAt(week) > 1)
    }),
    { numRuns: 60 },
  )
})

test('a span past midnight can overlap the next day, also from Sunday to Monday', () => {
  const saturday = withDay(closed, 5, [{ open: '20:00', close: '02:00' }])
  expect(overlaps(withDay(saturday, 6, [{ open: '01:00', close: '03:00' }]))).toEqual(new Set([5, 6]))
  expect(overlaps(withDay(saturday, 6, [{ open: '02:00', close: '03:00' }]))).toEqual(new Set())
  const sunday = withDay(closed, 6, [{ open: '22:00', close: '01:00' }])
  expect(overlaps(withDay(sunday, 0, [{ open: '00:30', close: '02:00' }]))).toEqual(new Set([0, 6]))
})

test('a day is copied to the given days only, and a whole day is distinguished from a span', () => {
  const week = copyDay(withDay(closed, 0, [allDay]), 0, [1, 2])
  expect(week.map((spans) => isAllDay(spans))).toEqual([true, true, true, false, false, false, false])
  expect(isPastMidnight({ open: '20:00', close: '02:00' })).toBe(true)
  expect(isPastMidnight(allDay)).toBe(false)
})
