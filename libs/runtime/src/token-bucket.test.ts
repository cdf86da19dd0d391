import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Bucket, refill, setNewest } from './token-bucket.ts'

test('in any order of times a bucket has at most its burst, and gives no more than its burst and its rate', () => {
  const times = fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 200 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 100 }), times, (burst, perSecond, asked) => {
      const rate = { burst, perMs: perSecond / 1_000 }
      let bucket: Bucket | undefined
      let taken = 0
      for (const at of asked) {
        bucket = refill(rate, bucket, at)
        expect(bucket.tokens).toBeLessThanOrEqual(burst)
        if (bucket.tokens < 1) continue
        bucket = { ...bucket, tokens: bucket.tokens - 1 }
        taken++
      }
      const passed = Math.max(...asked) - (asked[0] ?? 0)
      expect(taken).toBeLessThanOrEqual(burst + Math.max(0, passed) * rate.perMs + 1e-6)
    }),
  )
})

test('the entry that was set longest ago is dropped', () => {
  const entries = new Map<string, number>()
  for (const key of ['a', 'b', 'a', 'c']) setNewest(entries, key, 1, 2)
  expect([...entries.keys()]).toEqual(['a', 'c'])
})
