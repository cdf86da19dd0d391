import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRequestAges } from './request-age.ts'

const patience = 1_500

/** A sender whose clock is off by so much, and a receiver, over a way that takes some milliseconds. */
function start(off: number) {
  const world = { time: 1_000_000, off }
  const ages = createRequestAges(() => world.time)
  /** Whether a call that was under way for so long is too old. */
  const call = (took: number) => {
    const sentAt = world.time + world.off
    world.time += took
    return ages.isExpired('gateway', sentAt, patience)
  }
  /** Calls for so long: for longer than an unknown clock is believed that is off. */
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

test('whatever two clocks say, a call that was quick is good, and one that was held up is too old', () => {
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

test('a sender whose machine slept is refused for ten seconds, and as good as before then', () => {
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

test('calls that are late for some seconds are late, however many come, and the next that is quick is good', () => {
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

test('one late call now and another an hour later are two late calls', () => {
  const { world, call, getKnown } = start(0)
  getKnown()
  expect(call(2_000)).toBe(true)
  world.time += 3_600_000
  expect(call(2_000)).toBe(true)
})

test('what is old when it is the first of its sender is old', () => {
  const { call } = start(0)
  expect(call(2_000)).toBe(true)
  expect(call(5)).toBe(false)
})

test('many old calls that come at once are old, however many', () => {
  const { world, call } = start(0)
  call(5)
  const ages = Array.from({ length: 1_000 }, () => call(0))
  expect(new Set(ages)).toEqual(new Set([false]))
  world.off -= 60_000 // sent a minute ago, all of them
  expect(new Set(Array.from({ length: 1_000 }, () => call(0)))).toEqual(new Set([true]))
})

test('of very many senders the first ones are forgotten', () => {
  const ages = createRequestAges(() => 1_000_000)
  for (let sender = 0; sender < 300; sender++) ages.isExpired(`sender ${sender}`, 1_000_000, patience)
  expect(ages.isExpired('sender 299', 900_000, patience)).toBe(true)
  expect(ages.isExpired('sender 299', 1_000_000, patience)).toBe(false)
})
