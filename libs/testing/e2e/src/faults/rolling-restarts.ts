import { setTimeout as wait } from 'node:timers/promises'
import { type Deployment, openDeployment } from '../deployment/deployment.ts'
import { withoutLimits } from '../product.ts'
import { type Log, scenario } from '../scenario-runner.ts'
import { isReady, openBalancer, startClients } from './steady-clients.ts'
import { becomesTrue, hasAll, openViewers, startTraffic } from './traffic.ts'

/*
 * Rolling restarts as of an orchestrator: one process after the other is stopped and started, the next one when it is
 * ready. A balancer sends clients to ready gateways. No client may notice.
 */

export type RestartsOptions = {
  rounds: number
  /** Requests, and cars. */
  perSecond: { requests: number; cars: number }
  viewers: number
  /** Seconds in which the request rate rises: cold processes are slower than one that joins warm ones. */
  rise: number
}

export type RestartsOutcome = {
  restarts: number
  requests: number
  /** Requests with an unexpected response, or none. */
  failed: string[]
  /** Milliseconds. */
  slowest: number
  cars: number
  /** Viewers that missed events without a gap message, viewers that got one, and viewers that were shown every car. */
  holes: number
  gaps: number
  complete: number
}

/** @param deployment without rate limits */
export async function rollingRestarts(
  deployment: Deployment,
  { rounds, perSecond, viewers: count, rise }: RestartsOptions,
  log: Log,
): Promise<RestartsOutcome> {
  await using stack = new AsyncDisposableStack()
  const balancer = stack.use(openBalancer(deployment))
  const viewers = await openViewers(deployment, count, stack, balancer.next)
  const traffic = await startTraffic(deployment, perSecond.cars)
  const clients = await startClients(deployment, balancer.next, perSecond.requests)
  for (let second = 1; second < rise; second++) {
    clients.pace((perSecond.requests * second) / rise)
    await wait(1_000)
  }
  clients.pace(perSecond.requests)
  await becomesTrue(() => viewers.every(({ shown }) => shown > 0))

  const all = [...deployment.services, ...deployment.gateways]
  for (let round = 1; round <= rounds; round++) {
    for (const process of all) {
      const { starts } = process
      await process.stop()
      await process.started(starts + 1)
      if (!(await becomesTrue(() => isReady(process)))) throw new Error(`${process.name} does not become ready again`)
    }
    log(
      `${round}: ${clients.requests} requests, ${clients.failed.length} failed, the slowest ${clients.slowest.toFixed(0)} ms`,
    )
  }
  await clients.stop()
  const cars = await traffic.stop()
  await becomesTrue(() => viewers.every(hasAll(cars)))
  return {
    restarts: rounds * all.length,
    requests: clients.requests,
    failed: clients.failed,
    slowest: Math.round(clients.slowest),
    cars,
    holes: viewers.filter(({ holes }) => holes.length > 0).length,
    gaps: viewers.filter(({ gaps }) => gaps.length > 0).length,
    complete: viewers.filter(hasAll(cars)).length,
  }
}

export const restartsScenario = scenario({
  about: '20 rolling restarts of every process at 200 requests and 20 cars a second',
  options: { rounds: 20, requests: 200 },
  async run({ options: { rounds, requests }, log }) {
    const size = { rounds, perSecond: { requests, cars: 20 }, viewers: 20, rise: 30 }
    await using deployment = await openDeployment({ environment: withoutLimits, withoutProxies: true })
    const { failed, ...figures } = await rollingRestarts(deployment, size, log)
    const isWhole = figures.holes === 0 && figures.gaps === 0 && figures.complete === size.viewers
    return [
      {
        name: 'rolling restarts',
        figures,
        claims: { [`no request fails: ${failed.length}`]: failed.length === 0, 'no live event is lost': isWhole },
        cases: failed,
      },
    ]
  },
})
