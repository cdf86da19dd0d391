import { startedBeforeAll } from '@kingcar/testing/before-all'
import { expect, test } from 'vitest'
import { openDeployment } from '../src/deployment/deployment.ts'
import { outageOfEach } from '../src/faults/dependency-outage.ts'
import { rollingRestarts } from '../src/faults/rolling-restarts.ts'
import { withoutLimits } from '../src/product.ts'

const deployment = startedBeforeAll(() => openDeployment({ environment: withoutLimits }))

/** A part of `npm run faults -- away`. */
test('during any outage every response comes within two seconds, and is correct or 503', async () => {
  const absences = [
    { dependency: 'catalog', way: 'dead' },
    { dependency: 'postgres', way: 'stall' },
    { dependency: 'provider', way: 'frozen' },
  ] as const
  const outcomes = await outageOfEach(deployment, { absences, milliseconds: 2_000, pause: 100 }, () => undefined)
  for (const { wrong, refused, answers, ...absence } of outcomes)
    expect({ absence, wrong, wasMissed: refused > 0 }).toEqual({ absence, wrong: [], wasMissed: true })
})

/** A twentieth of `npm run faults -- restarts`, at a slower rate. */
test('a rolling restart of every process costs no request and no live event', async () => {
  const outcome = await rollingRestarts(
    deployment,
    { rounds: 1, perSecond: { requests: 15, cars: 5 }, viewers: 10, rise: 0 },
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
})
