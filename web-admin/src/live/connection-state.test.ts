import { expect, test } from 'vitest'
import { type Link, linkPhase, retryDelay, unlinked } from './connection-state.ts'

const lost = (wasOpen: boolean): Link => ({ ...unlinked, state: 'closed', wasOpen, lostAt: 10_000 })

test('a short outage is silent, a longer one is told, a long one makes the card old', () => {
  expect(linkPhase(lost(true), 12_999)).toBe('open')
  expect(linkPhase(lost(true), 13_000)).toBe('retrying')
  expect(linkPhase(lost(true), 70_000)).toBe('retrying')
  expect(linkPhase(lost(true), 70_001)).toBe('stale')
})

test('the first connection is told apart', () => {
  expect(linkPhase(unlinked, 0)).toBe('connecting')
  expect(linkPhase(lost(false), 11_000)).toBe('connecting')
  expect(linkPhase(lost(false), 13_000)).toBe('retrying')
})

test('twenty attempts five seconds apart, then slowly for ever, never in step', () => {
  for (const attempt of [0, 1, 19]) {
    expect(retryDelay(attempt, 0)).toBe(4_500)
    expect(retryDelay(attempt, 0.5)).toBe(5_000)
    expect(retryDelay(attempt, 1)).toBe(5_500)
  }
  for (const attempt of [20, 21, 100_000]) expect(retryDelay(attempt, 0.5)).toBe(30_000)
})

test('a gateway that restarts is tried sooner a few times, by no two screens at once', () => {
  for (const attempt of [0, 1, 2]) {
    expect([0, 0.5, 1].map((random) => retryDelay(attempt, random, true))).toEqual([500, 1_750, 3_000])
  }
  expect(retryDelay(3, 0.5, true)).toBe(5_000)
})
