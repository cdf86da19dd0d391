import { expect, test } from 'vitest'
import { clockLag } from './clock-lag.ts'

const device = (clockSkewMs: number | null, online = true) => ({ clockSkewMs, online })

test.each([
  [[], 0],
  [[device(null), device(0), device(8_000)], 0],
  [[device(-20_000), device(-3_000)], 20_000],
  [[device(-20_000, false)], 0],
  [[device(-3_600_000), device(-1_000)], 1_000],
])('%j have a lag of %i ms', (devices, lag) => {
  expect(clockLag(devices)).toBe(lag)
})
