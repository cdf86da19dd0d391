import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRequestAges } from './request-age.ts'

const patience = 1_500

/** A sender with this clock offset, and a receiver. */
function start(off: number) {
  const world = { time: 1_000_000, off }
  const ages = createRequestAges(() => world.time)
  /** True if a call with this transit time has expired. */
  const call = (took: number) => {
    const sentAt = world.time + world.off
    world.time += took
    return ages.isExpired('gateway', sentAt, patience)
  }
  /** Makes calls for so long, by default longer than an unknown clock offset is taken as zero. */
  const getKnown = (ms = 1_500) => {
    for (let elapsed = 0; elapsed < ms; elapsed += 100) {
      call(5)
      world.time += 95
    }
  }
  return { world, call, getKnown }
}

const clock = fc.integer({ min: -86_400_000, max: 86_400_000 })
const quick = fc.integer({ min: 0, max: 200 })

test('for every clock offset a fast call is accepted and a delayed one has expired', () => {
  fc.assert(
    fc.property(
      clock,
      fc.array(quick, { minLength: 1 }),
      fc.integer({ min: 1_800, max: 100_000 }),
      (off, takes, held) => {
        const { call, getKnown } = start(off)
        getKnown()
        for (const took of takes) expect(call(took)).toBe(false)
        expect(call(held)).toBe(true)
        expect(call(1)).toBe(false)
      },
    ),
  )
})

test('a sender whose machine was suspended is rejected for ten seconds, then accepted again', () => {
  fc.assert(
    fc.property(clock, fc.integer({ min: -86_400_000, max: 86_400_000 }), (off, step) => {
      const { world, call, getKnown } = start(off)
      getKnown()
      world.off += step
      getKnown(10_100)
      expect(call(5)).toBe(false)
    }),
  )
})

test('calls delayed for some seconds expire, however many they are, and the next fast one is accepted', () => {
  fc.assert(
    fc.property(
      clock,
      fc.integer({ min: 1_700, max: 9_000 }),
      fc.integer({ min: 1, max: 9_000 }),
      (off, late, lasts) => {
        const { world, call, getKnown } = start(off)
        getKnown()
        const began = world.time
        for (world.off -= late; world.time - began < lasts; world.time += 50) expect(call(0)).toBe(true)
        world.off += late
        expect(call(5)).toBe(false)
      },
    ),
  )
})

test('a late call and another an hour later both expire', () => {
  const { world, call, getKnown } = start(0)
  getKnown()
  expect(call(2_000)).toBe(true)
  world.time += 3_600_000
  expect(call(2_000)).toBe(true)
})

test('the first call of a sender can expire', () => {
  const { call } = start(0)
  expect(call(2_000)).toBe(true)
  expect(call(5)).toBe(false)
})

test('many old calls that arrive together all expire', () => {
  const { world, call } = start(0)
  call(5)
  const ages = Array.from({ length: 1_000 }, () => call(0))
  expect(new Set(ages)).toEqual(new Set([false]))
  world.off -= 60_000 // all were sent a minute ago
  expect(new Set(Array.from({ length: 1_000 }, () => call(0)))).toEqual(new Set([true]))
})

test('above the limit of senders the oldest are evicted', () => {
  const ages = createRequestAges(() => 1_000_000)
  for (let sender = 0; sender < 300; sender++) ages.isExpired(`sender ${sender}`, 1_000_000, patience)
  expect(ages.isExpired('sender 299', 900_000, patience)).toBe(true)
  expect(ages.isExpired('sender 299', 1_000_000, patience)).toBe(false)
})
