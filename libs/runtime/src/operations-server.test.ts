import { expect, test } from 'vitest'
import { createHealth } from './operations-server.ts'

test('the lag of the event loop does not contain the pause between two samples, which would be an alert', async () => {
  const { metrics } = createHealth()
  const lag = async () => Number(/^nodejs_eventloop_lag_p99_seconds (.+)$/m.exec(await metrics.metrics())?.[1])
  const isMeasured = async () => {
    const seconds = await lag()
    return seconds > 0 && seconds < 0.5
  }
  await expect.poll(isMeasured, { interval: 1_100 }).toBe(true)
})
