import { startedBeforeAll } from '@kingcar/testing/before-all'
import { test } from 'vitest'
import { cacheFaults } from '../src/faults/cache-faults.ts'
import { gatewayKilled, slowReaders } from '../src/faults/live-socket-faults.ts'
import { reissueFaults } from '../src/faults/reissue-faults.ts'
import { startProduct } from '../src/product.ts'

const product = startedBeforeAll(startProduct)
const quiet = () => undefined

/** A part of `npm run faults -- live`, without its claims about time: other tests run at the same time. */
test.concurrent('viewers that stop reading are closed after half a minute, and miss nothing when they wake', async ({
  expect,
}) => {
  const size = { viewers: 20, sleepers: 8, perSecond: 10, seconds: 36 }
  const { told, holes, complete } = await slowReaders(product, size, quiet)
  expect({ told, holes, complete }).toEqual({ told: 8, holes: 0, complete: 20 })
})

/** A fiftieth of `npm run faults -- reissue`, and a two-hundredth of its races. */
test.concurrent('no client has to sign in again after a crash during a token exchange', async ({ expect }) => {
  const { retries, ...outcome } = await reissueFaults(product, { rounds: 2, races: 5 }, quiet)
  expect(outcome).toEqual({ kills: 4, lostAnswers: 2, races: 5, forcedLogins: 0, brokenPairs: 0 })
  expect(retries).toBeGreaterThanOrEqual(4) // each kill had an effect
})

test('a gateway that is killed costs no viewer an event', async ({ expect }) => {
  const size = { viewers: 30, perSecond: 20, seconds: 2 }
  const { back, holes, gaps, complete } = await gatewayKilled(product, size, quiet)
  expect({ back, holes, gaps, complete }).toEqual({ back: 30, holes: 0, gaps: 0, complete: 30 })
})

/** A part of `npm run faults -- cache`. */
test('no response is older than a second while its service responds, through crashes and freezes', async ({
  expect,
}) => {
  const { tooOld, ...outcome } = await cacheFaults(
    product,
    {
      faults: [
        { process: 'catalog', how: 'SIGKILL', milliseconds: 300 },
        { process: 'nats-server', how: 'SIGKILL', milliseconds: 300 },
        { process: 'catalog', how: 'SIGSTOP', milliseconds: 1_500 },
      ],
      seed: 6,
      pause: 40,
    },
    quiet,
  )
  expect(tooOld).toEqual([])
  expect([outcome.writes > 1, outcome.reads > 100, outcome.stoodIn > 0], JSON.stringify(outcome)).toEqual([
    true,
    true,
    true,
  ])
})
