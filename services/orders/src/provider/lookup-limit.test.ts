import { expect, test } from 'vitest'
import { createLookupLimit } from './lookup-limit.ts'

/** A limit on a manual clock, and a function that uses up a member's minute. */
function start() {
  const clock = { now: 500_000 }
  const limit = createLookupLimit(() => clock.now)
  const useUp = (memberId: string) => {
    for (let at = 0; at < 30; at++) limit(memberId)
  }
  return { clock, limit, useUp }
}
const limited = (retryAfter: number) => expect.objectContaining({ code: 'RATE_LIMITED', retryAfter })

test('each member has thirty lookups a minute, counted from the first', () => {
  const { clock, limit, useUp } = start()
  useUp('one')
  expect(() => limit('one')).toThrow(limited(60))
  limit('other')
  clock.now += 59_999
  expect(() => limit('one')).toThrow(limited(1))
  clock.now += 1
  useUp('one')
  expect(() => limit('one')).toThrow(limited(60))
})

test('retryAfter is the seconds left, rounded up', () => {
  const { clock, limit, useUp } = start()
  useUp('one')
  clock.now += 14_999
  expect(() => limit('one')).toThrow(limited(46))
  clock.now += 1
  expect(() => limit('one')).toThrow(limited(45))
})

test('twenty thousand members are counted; the one seen longest ago is dropped first', () => {
  const { limit, useUp } = start()
  useUp('early')
  useUp('one')
  expect(() => limit('early')).toThrow(limited(60)) // seen again, after the other
  for (let at = 0; at < 19_999; at++) limit(`member ${at}`)
  expect(() => limit('early')).toThrow(limited(60))
  useUp('one')
})

test("uses the process's clock by default", () => {
  const limit = createLookupLimit()
  for (let at = 0; at < 30; at++) limit('one')
  expect(() => limit('one')).toThrow(expect.objectContaining({ code: 'RATE_LIMITED' }))
})
