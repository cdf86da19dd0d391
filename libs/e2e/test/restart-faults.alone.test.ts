import { expect, test } from 'vitest'
import { rollingRestarts } from '../src/faults/restarts.ts'

/** A twentieth of `npm run faults -- restarts`, at a slower pace. */
test('a rolling restart of every process costs no request and no live event', async () => {
  const outcome = await rollingRestarts(
    { rounds: 1, perSecond: { requests: 25, cars: 10 }, viewers: 10 },
    () => undefined,
  )
  const { restarts, failed, holes, gaps, complete } = outcome
  expect({ restarts, failed, holes, gaps, complete }).toEqual({
    restarts: 10,
    failed: [],
    holes: 0,
    gaps: 0,
    complete: 10,
  })
  expect(outcome.requests).toBeGreaterThan(100)
}, 180_000)
