import { monthsAfter } from '@kingcar/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { endOfNextPeriod, isPaidBeyond, renewedPeriod, startOfPeriod } from './period.ts'

const seoul = (text: string) => new Date(`${text}+09:00`)

describe('months later in Asia/Seoul', () => {
  test.each([
    ['2027-01-31T12:00:00', 1, '2027-02-28T12:00:00'],
    ['2027-01-31T12:00:00', 2, '2027-03-31T12:00:00'],
    ['2028-01-31T12:00:00', 1, '2028-02-29T12:00:00'],
    ['2027-01-30T12:00:00', 1, '2027-02-28T12:00:00'],
    ['2027-03-01T00:30:00', 1, '2027-04-01T00:30:00'], // still February in UTC
    ['2027-12-31T23:59:59', 2, '2028-02-29T23:59:59'],
    ['2027-08-31T08:00:00', 12, '2028-08-31T08:00:00'],
  ])('%s and %d', (from, months, to) => {
    expect(monthsAfter(seoul(from), months)).toEqual(seoul(to))
  })
})

test.each([
  ['2027-02-28T12:00:00', '2027-01-31T12:00:00'],
  ['2027-03-31T12:00:00', '2027-02-28T12:00:00'],
  ['2027-03-30T12:00:00', '2027-02-28T12:00:00'], // an end that was moved into the period
])('the period that ends %s began %s', (end, start) => {
  expect(startOfPeriod(seoul('2027-01-31T12:00:00'), 1, seoul(end))).toEqual(seoul(start))
})

test('a period is paid already if another order has moved the end beyond its start, not if the end is at it', () => {
  const dueAt = seoul('2027-02-28T12:00:00')
  const endsAt = (ms: number) => ({ endsAt: new Date(dueAt.getTime() + ms) })
  expect([endsAt(1), endsAt(0), endsAt(-1), { endsAt: null }].map((product) => isPaidBeyond(product, dueAt))).toEqual([
    true,
    false,
    false,
    false,
  ])
})

const instant = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })

test('periods keep the day of their anchor where the month has it, and follow each other', () => {
  fc.assert(
    fc.property(instant, fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 30 }), (anchor, months, count) => {
      const day = (at: Date) => new Date(at.getTime() + 9 * 3_600_000).getUTCDate()
      let end = anchor
      for (let at = 1; at <= count; at++) {
        const next = endOfNextPeriod(anchor, months, end)
        expect(next > end).toBe(true)
        expect(startOfPeriod(anchor, months, next)).toEqual(end)
        expect(next).toEqual(monthsAfter(anchor, at * months))
        expect(day(next)).toBeLessThanOrEqual(day(anchor))
        if (day(anchor) <= 28) expect(day(next)).toBe(day(anchor))
        expect(next.getTime() % 86_400_000).toBe(anchor.getTime() % 86_400_000)
        end = next
      }
    }),
  )
})

describe('a renewed period', () => {
  const anchor = seoul('2027-01-10T12:00:00')
  const due = seoul('2027-02-10T12:00:00')
  test.each([
    ['on time follows the last', '2027-02-10T12:00:00', anchor, '2027-03-10T12:00:00'],
    ['in its first half too', '2027-02-24T11:59:59', anchor, '2027-03-10T12:00:00'],
    ['in its second half begins at the payment', '2027-02-24T12:00:01', null, '2027-03-24T12:00:01'],
    ['on its last day begins at the payment', '2027-03-09T12:00:00', null, '2027-04-09T12:00:00'],
    ['in the first half of a later one pays that one', '2027-03-12T12:00:00', anchor, '2027-04-10T12:00:00'],
    ['on the last day of a later one begins at the payment', '2027-04-09T12:00:00', null, '2027-05-09T12:00:00'],
  ])('that is paid %s', (_, paid, from, end) => {
    const paidAt = seoul(paid)
    expect(renewedPeriod(anchor, 1, due, paidAt)).toEqual({ anchor: from ?? paidAt, endsAt: seoul(end) })
  })

  test('has at least half of its length left when it is paid, whenever that is', () => {
    const ms = fc.integer({ min: -3_600_000, max: 400 * 24 * 3_600_000 })
    fc.assert(
      fc.property(fc.constantFrom(1, 3, 12), ms, (months, late) => {
        const dueAt = monthsAfter(anchor, months)
        const paidAt = new Date(dueAt.getTime() + late)
        const renewed = renewedPeriod(anchor, months, dueAt, paidAt)
        const start = startOfPeriod(renewed.anchor, months, renewed.endsAt)
        expect(renewed.endsAt.getTime() - paidAt.getTime()).toBeGreaterThanOrEqual(
          (renewed.endsAt.getTime() - start.getTime()) / 2,
        )
      }),
    )
  })
})
