import { expect, test } from 'vitest'
import { checkFrames, isBuildDue } from './watchdog.ts'

const minute = 60_000

test('a page without frames reconnects once after a minute and reloads after two', () => {
  const verdicts = Array.from({ length: 25 }, (_, check) => {
    const now = check * 5_000
    return checkFrames({ checkedAt: now - 5_000, requestedAt: 0 }, now)
  })
  expect(verdicts.indexOf('reconnect')).toBe(12)
  expect(verdicts.filter((verdict) => verdict === 'reconnect')).toHaveLength(1)
  expect(verdicts.indexOf('reload')).toBe(24)
})

test('a page that was frozen, or waits for no frame, is fine', () => {
  expect(checkFrames({ checkedAt: 0, requestedAt: 0 }, 60 * minute)).toBe('fine')
  expect(checkFrames({ checkedAt: 60 * minute, requestedAt: null }, 60 * minute + 5_000)).toBe('fine')
})

test('the build is checked while idle, at most every five minutes', () => {
  expect(isBuildDue(10 * minute, 0, 8 * minute)).toBe(true)
  expect(isBuildDue(10 * minute, 0, 8 * minute + 1)).toBe(false)
  expect(isBuildDue(10 * minute, 5 * minute + 1, 0)).toBe(false)
})
