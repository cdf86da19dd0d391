import type { VisitStatistic } from '@kingcar/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Point, peakOf } from '../charts/values.ts'
import { byHourOfDay, byWeekday, weekdayOf } from './figures.ts'

const pad = (n: number) => String(n).padStart(2, '0')
const hours: fc.Arbitrary<VisitStatistic[]> = fc
  .tuple(fc.integer({ min: 1, max: 20 }), fc.infiniteStream(fc.record({ members: fc.nat(99), guests: fc.nat(99) })))
  .map(([days, counts]) =>
    Array.from({ length: days * 24 }, (_, at) => {
      const { members, guests } = counts.next().value ?? { members: 0, guests: 0 }
      const period = `2026-11-${pad(1 + Math.floor(at / 24))}T${pad(at % 24)}`
      const none = { late: 0, corrected: 0, used: 0 }
      return { period, visits: members + guests, members, guests, returning: Math.min(members, guests), ...none }
    }),
  )
const sum = (points: readonly Point[]) => points.reduce((total, { value }) => total + value, 0)

describe('property: sums by hour of the day and by weekday', () => {
  test('count every visit once', () => {
    fc.assert(
      fc.property(hours, (statistics) => {
        const visits = statistics.reduce((total, hour) => total + hour.visits, 0)
        expect([byHourOfDay(statistics), byWeekday(statistics)].map(sum)).toEqual([visits, visits])
        expect([byHourOfDay(statistics).length, byWeekday(statistics).length]).toEqual([24, 168])
      }),
    )
  })

  test('agree with each other, and the peak is the largest', () => {
    fc.assert(
      fc.property(hours, (statistics) => {
        const [day, week] = [byHourOfDay(statistics), byWeekday(statistics)]
        for (const { key, value } of day) {
          expect(sum(week.filter((cell) => Number(cell.key) % 24 === Number(key)))).toBe(value)
        }
        const peak = peakOf(week)
        expect(peak?.value ?? 0).toBe(Math.max(...week.map(({ value }) => value)))
      }),
    )
  })
})

test('a week begins on Monday', () => {
  expect(['2026-11-16', '2026-11-21T09', '2026-11-22'].map(weekdayOf)).toEqual([0, 5, 6])
})
