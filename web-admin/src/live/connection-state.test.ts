import { expect, test } from 'vitest'
import { type ConnectionState, connectionPhase, initialConnection, retryDelay } from './connection-state.ts'

const lost = (wasOpen: boolean): ConnectionState => ({ ...initialConnection, state: 'closed', wasOpen, lostAt: 10_000 })

test('a short outage is not shown, a longer one is, a long one marks the card as outdated', () => {
  expect(connectionPhase(lost(true), 12_999)).toBe('open')
  expect(connectionPhase(lost(true), 13_000)).toBe('retrying')
  expect(connectionPhase(lost(true), 70_000)).toBe('retrying')
  expect(connectionPhase(lost(true), 70_001)).toBe('stale')
})

test('the first connection is shown as connecting, not as retrying', () => {
  expect(connectionPhase(initialConnection, 0)).toBe('connecting')
  expect(connectionPhase(lost(false), 11_000)).toBe('connecting')
  expect(connectionPhase(lost(false), 13_000)).toBe('retrying')
})

test('twenty attempts five seconds apart, then slow ones without end, all with jitter', () => {
  for (const attempt of [0, 1, 19]) {
    expect(retryDelay(attempt, 0)).toBe(4_500)
    expect(retryDelay(attempt, 0.5)).toBe(5_000)
    expect(retryDelay(attempt, 1)).toBe(5_500)
  }
  for (const attempt of [20, 21, 100_000]) expect(retryDelay(attempt, 0.5)).toBe(30_000)
})

test('a restarting gateway is tried sooner for a few attempts, spread over time', () => {
  for (const attempt of [0, 1, 2]) {
    expect([0, 0.5, 1].map((random) => retryDelay(attempt, random, true))).toEqual([500, 1_750, 3_000])
  }
  expect(retryDelay(3, 0.5, true)).toBe(5_000)
})
