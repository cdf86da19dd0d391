import { test } from 'vitest'
import { gatewayKilled, slowReaders } from '../src/faults/live.ts'

/** A part of `npm run faults -- live`, without its figures of time: other tests run beside it. */
test.concurrent('those who stop reading are closed after half a minute, and miss nothing when they wake', async ({
  expect,
}) => {
  const { told, holes, complete } = await slowReaders(
    { viewers: 20, sleepers: 8, perSecond: 10, seconds: 36 },
    () => undefined,
  )
  expect({ told, holes, complete }).toEqual({ told: 8, holes: 0, complete: 20 })
}, 180_000)

test.concurrent('a gateway that is killed costs no viewer an event', async ({ expect }) => {
  const { back, holes, gaps, complete } = await gatewayKilled(
    { viewers: 50, perSecond: 20, seconds: 2 },
    () => undefined,
  )
  expect({ back, holes, gaps, complete }).toEqual({ back: 50, holes: 0, gaps: 0, complete: 50 })
}, 180_000)
