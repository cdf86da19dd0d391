import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasTakenEffect, inForce } from './terms-in-force.ts'

const day = (at: number) => new Date(Date.UTC(2026, 0, 1 + at))
const terms = (version: number, effective: number) => ({ version, effectiveAt: day(effective) })

test('a version takes effect at `effectiveAt`, not a millisecond before', () => {
  const before = new Date(day(3).getTime() - 1)
  expect([hasTakenEffect(terms(1, 3), before), hasTakenEffect(terms(1, 3), day(3))]).toEqual([false, true])
  expect([inForce([terms(1, 3)], before), inForce([terms(1, 3)], day(3))]).toEqual([undefined, terms(1, 3)])
})

test('the version that took effect last is in force, not the highest number', () => {
  expect(inForce([terms(1, 2), terms(2, 1)], day(2))?.version).toBe(1)
  expect(inForce([terms(1, 2), terms(2, 1)], day(1))?.version).toBe(2)
})

test('property: equals a calendar in which each version takes over on its day, in any order of the versions', () => {
  const lastDay = 8
  const days = fc.array(fc.integer({ min: 0, max: lastDay }), { maxLength: 6 })
  const shuffled = days
    .map((all) => all.map((effective, at) => terms(at + 1, effective)))
    .chain((versions) => fc.shuffledSubarray(versions, { minLength: versions.length }))
  fc.assert(
    fc.property(shuffled, (versions) => {
      let current: number | undefined
      for (let today = 0; today <= lastDay; today += 1) {
        for (let version = 1; version <= versions.length; version += 1) {
          const beginsToday = versions.some((each) => each.version === version && +each.effectiveAt === +day(today))
          if (beginsToday) current = version
        }
        expect(inForce(versions, day(today))?.version).toBe(current)
      }
    }),
  )
})
