import { setTimeout as wait } from 'node:timers/promises'
import { deadline } from '@kingcar/testing/deadline'
import { expect, test } from 'vitest'
import { openDeployment } from '../src/deployment/deployment.ts'
import { runSteadyLoad } from '../src/faults/steady-load-with-crashes.ts'
import { kill, ready } from '../src/faults/topology.ts'
import { withoutLimits } from '../src/product.ts'

/*
 * The deployment of deploy/kubernetes as processes, with two PostgreSQL. Under load the primary is killed for good and the standby
 * is promoted by hand, as its operator would; then each other process is killed once.
 */

test('what was acknowledged is stored after a promotion under load, and the processes reconnect within 30 s', async () => {
  await using deployment = await openDeployment({
    brokers: 3,
    standby: true,
    environment: withoutLimits,
    withoutProxies: true,
  })
  let secondsToReconnect = Number.POSITIVE_INFINITY
  const { findings, drained, ofReads, ofOrders, times } = await runSteadyLoad(deployment, {
    perSecond: { reads: 10, orders: 2 },
    seconds: 1,
    patience: 4 * deadline,
    async injectFaults({ postgres, services, gateways, brokers, simulator }, _isOver, happened) {
      await wait(5_000) // of load before it
      postgres.held = true
      const hit = performance.now()
      await postgres.kill()
      await deployment.promote()
      const promoted = performance.now()
      for (const each of [...services, ...gateways]) await ready(each, brokers)
      await happened(postgres, hit)
      secondsToReconnect = (performance.now() - promoted) / 1_000
      for (const one of [...services, ...gateways, ...brokers, simulator]) {
        await kill(one, deployment)
        await happened(one, performance.now())
      }
    },
  })
  const figures = { secondsToReconnect, drained, times, reads: ofReads.reads, orders: ofOrders.orders }
  process.stdout.write(`promotion ${JSON.stringify(figures)}\n`)
  expect(Object.values({ ...findings.reads, ...findings.orders }).flat()).toEqual([])
  expect(times).toBe(15)
  expect(Math.min(ofReads.reads, ofOrders.orders)).toBeGreaterThan(20)
  expect(secondsToReconnect).toBeLessThan(deadline / 1_000)
})
