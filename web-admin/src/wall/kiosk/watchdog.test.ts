import { expect, test } from 'vitest'
import { isBuildDue, judgeFrames } from './watchdog.ts'

const minute = 60_000

test('a page that draws nothing reconnects after a minute, once, and loads anew after two', () => {
  const verdicts = Array.from({ length: 25 }, (_, look) => {
    const now = look * 5_000
    return judgeFrames({ lookedAt: now - 5_000, askedAt: 0 }, now)
  })
  expect(verdicts.indexOf('reconnect')).toBe(12)
  expect(verdicts.filter((verdict) => verdict === 'reconnect')).toHaveLength(1)
  expect(verdicts.indexOf('reload')).toBe(24)
})

test('a page that was frozen, or waits for no frame, is not to blame', () => {
  expect(judgeFrames({ lookedAt: 0, askedAt: 0 }, 60 * minute)).toBe('fine')
  expect(judgeFrames({ lookedAt: 60 * minute, askedAt: null }, 60 * minute + 5_000)).toBe('fine')
})

test('the build is asked for while idle, every five minutes at most', () => {
  expect(isBuildDue(10 * minute, 0, 8 * minute)).toBe(true)
  expect(isBuildDue(10 * minute, 0, 8 * minute + 1)).toBe(false)
  expect(isBuildDue(10 * minute, 5 * minute + 1, 0)).toBe(false)
})
