import { setTimeout as wait } from 'node:timers/promises'
import { createRandom } from '@kingcar/testing/random'
import { type Deployment, openDeployment } from '../deployment/deployment.ts'
import type { Instance } from '../deployment/instance.ts'
import { openDatabase } from '../open-database.ts'
import { withoutLimits } from '../product.ts'
import { type Log, nothingFound, scenario } from '../scenario-runner.ts'
import { openBuyers, openCars, type Period } from './busy-day.ts'
import { openBalancer } from './steady-clients.ts'
import { becomesTrue, openViewers, repeatEvenly } from './traffic.ts'

/*
 * Cars and orders arrive at the rate of a busy day during faults: processes are killed repeatedly, or a server is
 * unavailable for a long time. Nothing may be lost, and the backlog is processed soon afterwards.
 */

/** Resolves when the backlog is processed. @param hit time of the fault, by `performance.now()` */
type FaultEnded = (victim: Instance, hit: number) => Promise<void>

export type SteadyLoadOptions = {
  perSecond: { reads: number; orders: number }
  /** Duration of the load. */
  seconds: number
  /** Milliseconds to wait for the remaining work at the end. */
  patience: number
  /** Injects faults; ends soon after `isOver`, and reports the end and the victim of each fault. */
  injectFaults(deployment: Deployment, isOver: () => boolean, happened: FaultEnded): Promise<void>
}

const screens = 2

/** @param deployment without rate limits */
export async function runSteadyLoad(
  deployment: Deployment,
  { perSecond, seconds, patience, injectFaults }: SteadyLoadOptions,
) {
  await using stack = new AsyncDisposableStack()
  const sql = stack.adopt(await openDatabase(deployment), (open) => open.end())
  const balancer = stack.use(openBalancer(deployment))
  const viewers = await openViewers(deployment, screens, stack, balancer.next)
  const cars = stack.use(await openCars(deployment, perSecond.reads))
  const buyers = stack.use(await openBuyers(deployment, balancer.next, perSecond.orders))
  for (const viewer of viewers) viewer.onEvent = (text) => cars.seen(/"carNumber":"([^"]+)"/.exec(text)?.[1] ?? '')

  let isOver = false
  const drained: number[] = []
  /** From a server's end until its backlog is processed. */
  const disturbed: Period[] = []
  /** While more arrives. */
  const drain: FaultEnded = async ({ kind }, hit) => {
    const began = performance.now()
    await becomesTrue(() => cars.waiting <= perSecond.reads && buyers.waiting <= perSecond.orders, patience)
    const now = performance.now()
    drained.push(Math.round((now - began) / 100) / 10)
    if (servers.some((server) => server === kind)) disturbed.push({ from: hit, to: now })
  }
  const coming = [repeatEvenly(perSecond.reads, cars.arrive), repeatEvenly(perSecond.orders, buyers.order)]
  stack.defer(() => {
    for (const each of coming) each.stop()
  })
  const happened = injectFaults(deployment, () => isOver, drain)
  // a failure there fails here immediately
  await Promise.race([wait(seconds * 1_000), happened.then(() => new Promise<never>(() => undefined))])
  isOver = true
  await happened
  for (const each of coming) each.stop()
  await becomesTrue(() => cars.waiting === 0 && buyers.waiting === 0, patience)
  const [ofCars, ofBuyers] = [await cars.compare(sql), await buyers.compare(sql)]
  return {
    ofReads: { reads: cars.sent, ...cars.lags(disturbed) },
    ofOrders: { orders: buyers.sent, ...buyers.lags(disturbed) },
    /** Number of faults. */
    times: drained.length,
    /** Maximum seconds from the end of a fault until the backlog was no more than what arrives in a second. */
    drained: Math.max(0, ...drained),
    findings: {
      reads: {
        'reads never acknowledged': ofCars.unanswered,
        'lost reads': ofCars.lost,
        'cars counted twice': ofCars.twice,
        'cars on no screen': ofCars.unseen,
      },
      orders: {
        'orders never answered': ofBuyers.unanswered,
        'lost orders': ofBuyers.lost,
        'orders made twice': ofBuyers.twice,
        'orders refused': ofBuyers.refused,
      },
    },
  }
}

/** Kills a process at intervals in seconds, later if the previous backlog is not processed. */
export const killing =
  (random: () => number, every: number, log: Log): SteadyLoadOptions['injectFaults'] =>
  async ({ instances }, isOver, happened) => {
    for (let next = Date.now() + every * 1_000; ; ) {
      while (!isOver() && Date.now() < next) await wait(20)
      if (isOver()) return
      next = Date.now() + every * 1_000
      const victim = instances[Math.floor(random() * instances.length)] as Instance
      const { starts } = victim
      const hit = performance.now()
      await victim.kill()
      await victim.started(starts + 1)
      await happened(victim, hit)
      log(`${victim.name} killed`)
    }
  }

export const servers = ['nats-server', 'postgres'] as const

/** Makes one server unavailable. @param calm seconds before */
export const outage =
  (server: (typeof servers)[number], seconds: number, calm: number): SteadyLoadOptions['injectFaults'] =>
  async ({ instances }, _isOver, happened) => {
    const victim = instances.find(({ kind }) => kind === server) as Instance
    await wait(calm * 1_000)
    victim.held = true
    const { starts } = victim
    const hit = performance.now()
    try {
      await victim.kill()
      await wait(seconds * 1_000)
    } finally {
      victim.held = false
    }
    await victim.started(starts + 1)
    await happened(victim, hit)
  }

/** Seconds before and after an outage. */
const calm = 10
/** Maximum milliseconds of the remaining work at the end; twice as long as a long outage. */
const longest = 120_000

/** `--only=reads` or `--only=orders` selects one of them. */
export const paceScenario = scenario({
  about: 'reads, then orders at the rate of a busy day, while a process is killed every half minute',
  options: { minutes: 10, reads: 500, orders: 200, every: 30, only: '' },
  async run({ seed, options: { minutes, every, reads, orders, only }, log }) {
    const kept = async (perSecond: SteadyLoadOptions['perSecond']) => {
      await using deployment = await openDeployment({ environment: withoutLimits, withoutProxies: true })
      const injectFaults = killing(createRandom(seed), every, log)
      return await runSteadyLoad(deployment, { perSecond, seconds: minutes * 60, patience: longest, injectFaults })
    }
    const verdicts = []
    if (only !== 'orders') {
      const { ofReads, ofOrders: _none, findings, ...counts } = await kept({ reads, orders: 0 })
      verdicts.push(
        verdictOf('reads', { ...ofReads, ...counts }, findings.reads, {
          soon: 'are on a screen within a second of being stored',
          holds: ofReads.fromStoredUndisturbed.p99 <= 1_000,
        }),
      )
    }
    if (only !== 'reads') {
      const { ofOrders, ofReads: _none, findings, ...counts } = await kept({ reads: 0, orders })
      verdicts.push(
        verdictOf('orders', { ...ofOrders, ...counts }, findings.orders, {
          soon: 'have a response within two seconds',
          holds: ofOrders.toAnswerUndisturbed.p99 <= 2_000,
        }),
      )
    }
    return verdicts
  },
})

type Counts = { times: number; drained: number }

/** @param speed a claim about 99 of 100, except those that arrived during a server's outage or its backlog */
function verdictOf(
  name: string,
  figures: Counts & Record<string, unknown>,
  findings: Record<string, string[]>,
  speed: { soon: string; holds: boolean },
) {
  const { claims, cases = [] } = nothingFound(findings)
  return {
    name,
    figures,
    claims: {
      ...claims,
      'a process was killed': figures.times > 0,
      'the backlog is processed within 30 s': figures.drained <= 30,
      [`99 of 100 ${speed.soon}, except during a server's outage and its backlog`]: speed.holds,
    },
    cases,
  }
}

export const outageScenario = scenario({
  about: 'reads and orders while the broker, then the database, is unavailable for a minute',
  options: { seconds: 60, reads: 100, orders: 20 },
  async run({ options: { seconds, ...perSecond }, log }) {
    const verdicts = []
    for (const server of servers) {
      const injectFaults = outage(server, seconds, calm)
      const patience = longest + seconds * 1_000
      await using deployment = await openDeployment({ environment: withoutLimits, withoutProxies: true })
      const paced = await runSteadyLoad(deployment, { perSecond, seconds: seconds + 2 * calm, patience, injectFaults })
      const { ofReads, ofOrders, findings, ...counts } = paced
      const { claims, cases = [] } = nothingFound({ ...findings.reads, ...findings.orders })
      log(`${server}: drained ${counts.drained} s after`)
      verdicts.push({
        name: `${server} unavailable for ${seconds} s`,
        figures: { ...ofReads, ...ofOrders, ...counts },
        claims: { ...claims, ...(seconds <= 60 && { 'the backlog is processed within 30 s': counts.drained <= 30 }) },
        cases,
      })
    }
    return verdicts
  },
})
