import { expect, test } from 'vitest'
import { breakingPointsOf, type Costs } from './breaking-points.ts'

/** A visit takes 2 ms of CPU in all, including what its member does; half of it is the gateway's. */
const cpu = { gateway: 4, recognition: 2, orders: 0.5, member: 0.5, catalog: 0.4, nats: 0.2, postgres: 0.4 }
const bytes = { tables: 40_000, WAL: 80_000, EVENTS: 4_000, VISITS: 8_000 }
const costs: Costs = {
  visit: { cpu, bytes: { ...bytes, VISITS: 2_000 } },
  memberMonth: { cpu, bytes },
  readBytes: 400,
  deviceBytes: 300,
  socket: { kib: 10, openFiles: 20_000 },
}
const of = (resource: string) => breakingPointsOf(costs).find((each) => each.resource === resource)

test('two cores are at capacity when the busiest hour needs all of their time', () => {
  expect(of('CPU of all processes')?.visitsADay).toBeCloseTo((2 * 3_600_000) / 0.2 / 2)
  expect(of('CPU of gateway')?.visitsADay).toBeCloseTo(3_600_000 / 0.2)
})

test('a stream is full when its retention holds its maximum size', () => {
  expect(of('stream EVENTS')?.visitsADay).toBeCloseTo(2 ** 30 / 1_000 / 7)
  expect(of('stream VISITS')?.visitsADay).toBeCloseTo(2 ** 30 / 2_000)
  expect(of('stream READS')?.visitsADay).toBeCloseTo((4 * 2 ** 30) / 2_000)
})

test('limits are sorted by when they are reached, and are also given in members, stores and sockets', () => {
  const all = breakingPointsOf(costs)
  expect(all.map(({ visitsADay }) => visitsADay)).toEqual(all.map((each) => each.visitsADay).toSorted((a, b) => a - b))
  expect(of('sockets that a gateway accepts')).toMatchObject({ visitsADay: 250_000, stores: 2_500, sockets: 5_000 })
  expect(of('disk of the database')?.members).toBeCloseTo(((100e9 / 365 / 10_000) * 30) / 4)
})
