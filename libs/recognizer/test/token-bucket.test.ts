import { afterEach, expect, test, vi } from 'vitest'
import { TokenBucket } from '../src/device/token-bucket.ts'

afterEach(() => vi.restoreAllMocks())

test('after a pause a burst of 900 passes immediately, and the next message waits', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  const bucket = new TokenBucket()
  now.mockReturnValue(3_600_000)
  const { signal } = new AbortController()
  for (let count = 0; count < 900; count++) expect(await bucket.take(signal)).toBe(true)
  const next = bucket.take(signal)
  let passed = false
  void next.then(() => {
    passed = true
  })
  await new Promise(setImmediate)
  expect(passed).toBe(false)
  now.mockReturnValue(3_600_056)
  expect(await next).toBe(true)
})

test('no message passes after the signal aborted', async () => {
  const stopping = new AbortController()
  const waiting = new TokenBucket().take(stopping.signal)
  stopping.abort()
  expect(await waiting).toBe(false)
})
