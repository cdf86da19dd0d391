import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '../database.ts'
import { type Deployment, openDeployment } from '../deployment/deployment.ts'
import type { Instance } from '../deployment/instance.ts'
import { withoutLimits } from '../product.ts'
import { createRandom } from '../random.ts'
import { type Log, nothingFound, trial } from '../scenario-runner.ts'
import { openBuyers, openCars, type Period } from './busy-day.ts'
import { openBalancer } from './clients.ts'
import { comesTrue, evenly, openViewers } from './traffic.ts'

/*
 * Cars and orders come at the pace of a busy day, whatever happens meanwhile: somebody is killed now and then, or a server is away
 * for long. Nothing of it may be lost, and what had to wait is done soon after.
 */

/** Resolves when what had to wait is done. @param hit when that was, by `performance.now()` */
type Happened = (victim: Instance, hit: number) => Promise<void>

export type PaceOptions = {
  perSecond: { reads: number; orders: number }
  /** For which they come. */
  seconds: number
  /** Milliseconds for which what is left in the end is waited for. */
  patience: number
  /** What happens meanwhile; ends soon after `isOver`, and tells each time when it is over, and whom it hit. */
  happening(deployment: Deployment, isOver: () => boolean, happened: Happened): Promise<void>
}

const screens = 2

/** @param deployment without limits */
export async function keepPace(deployment: Deployment, { perSecond, seconds, patience, happening }: PaceOptions) {
  await using stack = new AsyncDisposableStack()
  const sql = stack.adopt(await openDatabase(deployment), (open) => open.end())
  const balancer = stack.use(openBalancer(deployment))
  const viewers = await openViewers(deployment, screens, stack, balancer.next)
  const cars = stack.use(await openCars(deployment, perSecond.reads))
  const buyers = stack.use(await openBuyers(deployment, balancer.next, perSecond.orders))
  for (const viewer of viewers) viewer.onEvent = (text) => cars.seen(/"carNumber":"([^"]+)"/.exec(text)?.[1] ?? '')

  let isOver = false
  const drained: number[] = []
  /** From a server's end until what had to wait for it was done. */
  const disturbed: Period[] = []
  /** While more comes. */
  const drain: Happened = async ({ kind }, hit) => {
    const began = performance.now()
    await comesTrue(() => cars.waiting <= perSecond.reads && buyers.waiting <= perSecond.orders, patience)
    const now = performance.now()
    drained.push(Math.round((now - began) / 100) / 10)
    if (servers.some((server) => server === kind)) disturbed.push({ from: hit, to: now })
  }
  const coming = [evenly(perSecond.reads, cars.come), evenly(perSecond.orders, buyers.order)]
  stack.defer(() => {
    for (const each of coming) each.stop()
  })
  const happened = happening(deployment, () => isOver, drain)
  // what fails there fails here at once
  await Promise.race([wait(seconds * 1_000), happened.then(() => new Promise<never>(() => undefined))])
  isOver = true
  await happened
  for (const each of coming) each.stop()
  await comesTrue(() => cars.waiting === 0 && buyers.waiting === 0, patience)
  const [ofCars, ofBuyers] = [await cars.compare(sql), await buyers.compare(sql)]
  return {
    ofReads: { reads: cars.sent, ...cars.lags(disturbed) },
    ofOrders: { orders: buyers.sent, ...buyers.lags(disturbed) },
    /** How often something happened. */
    times: drained.length,
    /** Seconds from the end of what happened until no more than what comes in a second was waiting, at most. */
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

/** Kills one every so many seconds, later where what the one before left is not done. */
export const killing =
  (random: () => number, every: number, log: Log): PaceOptions['happening'] =>
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

/** Takes one server away. @param calm seconds before */
export const outage =
  (server: (typeof servers)[number], seconds: number, calm: number): PaceOptions['happening'] =>
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
/** Milliseconds that what is left in the end may take, of a long outage as long as that again. */
const longest = 120_000

/** `--only=reads` or `--only=orders` has one of them come alone. */
export const paceTrial = trial({
  about: 'reads, then orders at the pace of a busy day while somebody is killed every half minute',
  options: { minutes: 10, reads: 500, orders: 200, every: 30, only: '' },
  async run({ seed, options: { minutes, every, reads, orders, only }, log }) {
    const kept = async (perSecond: PaceOptions['perSecond']) => {
      await using deployment = await openDeployment({ environment: withoutLimits, straight: true })
      const happening = killing(createRandom(seed), every, log)
      return await keepPace(deployment, { perSecond, seconds: minutes * 60, patience: longest, happening })
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
          soon: 'are answered within two seconds',
          holds: ofOrders.toAnswerUndisturbed.p99 <= 2_000,
        }),
      )
    }
    return verdicts
  },
})

type Counts = { times: number; drained: number }

/** @param speed what 99 of 100 are, but for those that came while a server was away and what had to wait for it was not done */
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
      'somebody was killed': figures.times > 0,
      'what had to wait is done within 30 s': figures.drained <= 30,
      [`99 of 100 ${speed.soon}, but while a server is away and what waits for it is not done`]: speed.holds,
    },
    cases,
  }
}

export const outageTrial = trial({
  about: 'reads and orders while the broker, then the database, is away for a minute',
  options: { seconds: 60, reads: 100, orders: 20 },
  async run({ options: { seconds, ...perSecond }, log }) {
    const verdicts = []
    for (const server of servers) {
      const happening = outage(server, seconds, calm)
      const patience = longest + seconds * 1_000
      await using deployment = await openDeployment({ environment: withoutLimits, straight: true })
      const paced = await keepPace(deployment, { perSecond, seconds: seconds + 2 * calm, patience, happening })
      const { ofReads, ofOrders, findings, ...counts } = paced
      const { claims, cases = [] } = nothingFound({ ...findings.reads, ...findings.orders })
      log(`${server}: drained ${counts.drained} s after`)
      verdicts.push({
        name: `${server} away for ${seconds} s`,
        figures: { ...ofReads, ...ofOrders, ...counts },
        claims: { ...claims, ...(seconds <= 60 && { 'what had to wait is done within 30 s': counts.drained <= 30 }) },
        cases,
      })
    }
    return verdicts
  },
})
