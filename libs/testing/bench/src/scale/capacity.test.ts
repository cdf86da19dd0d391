import { expect, test } from 'vitest'
import { bottlenecksOf, business, ratesOf } from './capacity.ts'

test('the rates of 100,000,000 visits a month', () => {
  const { average, busiestHour, burst } = ratesOf(business)
  expect(average.visits).toBeCloseTo(38.6, 1)
  expect(average.reads).toBeCloseTo(115.7, 1)
  expect(busiestHour.visits).toBeCloseTo(182.3, 1)
  expect(burst.reads).toBeCloseTo(1_093.8, 1)
})

test('bottlenecks are in the order in which they are reached, in proportion to the measurements', () => {
  const measured = {
    recognitionMicroseconds: 61,
    storedPerSecond: 5_000,
    visitMilliseconds: 12,
    gatewayMicroseconds: 14,
    visitBytes: 1_000,
    readBytes: 400,
    changeBytes: 700,
    eventBytes: 500,
  }
  const bottlenecks = bottlenecksOf(business, measured)
  const fullAt = bottlenecks.map((each) => each.fullAt)
  expect(fullAt).toEqual(fullAt.toSorted((a, b) => a - b))
  const recognition = bottlenecks.find(({ what }) => what === 'one process of recognition')
  // a core processes 16,393 reads per second of 61 µs each, the busiest minutes need 1,093.75
  expect(recognition?.fullAt).toBeCloseTo((1e8 * (1e6 / 61)) / 1_093.75, -3)
  const faster = bottlenecksOf(business, { ...measured, recognitionMicroseconds: 30.5 })
  expect(faster.find(({ what }) => what === 'one process of recognition')?.fullAt).toBeCloseTo(
    2 * (recognition?.fullAt ?? 0),
    -3,
  )
})
