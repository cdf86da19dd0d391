import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '../database.ts'
import { type Deployment, openDeployment } from '../deployment/deployment.ts'
import type { Instance } from '../deployment/instance.ts'
import { createRandom } from '../random.ts'
import { type Log, nothingFound, trial } from '../trial.ts'
import { openBuyers, openCars } from './busy-day.ts'
import { openBalancer } from './clients.ts'
import { comesTrue, evenly, openViewers } from './traffic.ts'

/*
 * Cars and orders come at the pace of a busy day, whatever happens meanwhile: somebody is killed now and then, or a server is away
 * for long. Nothing of it may be lost, and what had to wait is done soon after.
 */

export type PaceOptions = {
  perSecond: { reads: number; orders: number }
  /** For which they come. */
  seconds: number
  /** Resolves when nothing more happens, soon after `isOver`. */
  happening(deployment: Deployment, isOver: () => boolean): Promise<void>
}

export type Pace = Awaited<ReturnType<typeof keepPace>>

const screens = 2

export async function keepPace({ perSecond, seconds, happening }: PaceOptions) {
  await using stack = new AsyncDisposableStack()
  const environment = { RATE_LIMIT: '0', ACCESS_TOKEN_SECONDS: '86400' }
  const deployment = stack.use(await openDeployment({ environment }))
  const sql = stack.adopt(await openDatabase(deployment), (open) => open.end())
  const balancer = stack.use(openBalancer(deployment))
  const viewers = await openViewers(deployment, screens, stack, balancer.next)
  const cars = stack.use(await openCars(deployment, perSecond.reads))
  const buyers = await openBuyers(deployment, balancer.next)
  for (const viewer of viewers) viewer.onEvent = (text) => cars.seen(/"carNumber":"([^"]+)"/.exec(text)?.[1] ?? '')

  const patience = 60_000 + seconds * 1_000 // what waits in the end was sent in these
  let isOver = false
  const happened = happening(deployment, () => isOver)
  const caughtUp = happened.then(async () => {
    const began = performance.now()
    await comesTrue(() => cars.waiting <= perSecond.reads && buyers.waiting <= perSecond.orders, patience)
    return Math.round((performance.now() - began) / 100) / 10
  })
  const coming = [evenly(perSecond.reads, cars.come), evenly(perSecond.orders, buyers.order)]
  await wait(seconds * 1_000)
  for (const each of coming) each.stop()
  isOver = true
  const drained = await caughtUp
  await comesTrue(() => cars.waiting === 0 && buyers.waiting === 0, patience)
  const [ofCars, ofBuyers] = [await cars.compare(sql), await buyers.compare(sql)]
  return {
    reads: cars.sent,
    orders: buyers.sent,
    /** Seconds from the end of what happened until no more than what comes in a second was waiting. */
    drained,
    ...cars.lags(),
    ...buyers.lags(),
    findings: {
      'lost reads': ofCars.lost,
      'cars counted twice': ofCars.twice,
      'cars on no screen': ofCars.unseen,
      'lost orders': ofBuyers.lost,
      'orders made twice': ofBuyers.twice,
      'orders refused': ofBuyers.refused,
    },
  }
}

/** Kills one after the other, each when the one before runs again. @param every seconds */
export const killing =
  (random: () => number, every: number, log: Log) =>
  async ({ instances }: Pick<Deployment, 'instances'>, isOver: () => boolean): Promise<void> => {
    for (;;) {
      for (const until = Date.now() + every * 1_000; Date.now() < until; await wait(20)) if (isOver()) return
      const victim = instances[Math.floor(random() * instances.length)] as Instance
      const { starts } = victim
      await victim.kill()
      await victim.started(starts + 1)
      log(`${victim.name} killed`)
    }
  }

export const servers = ['nats-server', 'postgres'] as const

/** Takes one server away. @param calm seconds before */
export const outage =
  (server: (typeof servers)[number], seconds: number, calm: number) =>
  async ({ instances }: Pick<Deployment, 'instances'>): Promise<void> => {
    const victim = instances.find(({ kind }) => kind === server) as Instance
    await wait(calm * 1_000)
    victim.held = true
    const { starts } = victim
    await victim.kill()
    await wait(seconds * 1_000)
    victim.held = false
    await victim.started(starts + 1)
  }

/** Seconds before and after an outage. */
const calm = 10

export const paceTrial = trial({
  about: 'reads and orders at the pace of a busy day while somebody is killed every half minute',
  options: { minutes: 10, reads: 500, orders: 200, every: 30 },
  async run({ seed, options: { minutes, every, ...perSecond }, log }) {
    const happening = killing(createRandom(seed), every, log)
    const { findings, ...figures } = await keepPace({ perSecond, seconds: minutes * 60, happening })
    const { claims, cases = [] } = nothingFound(findings)
    return [
      {
        name: 'pace',
        figures,
        claims: {
          ...claims,
          'what had to wait is done within 30 s': figures.drained <= 30,
          '99 of 100 reads are on a screen within a second of being stored': figures.fromStored.p99 <= 1_000,
          '99 of 100 orders are answered within two seconds': figures.toAnswer.p99 <= 2_000,
        },
        cases,
      },
    ]
  },
})

export const outageTrial = trial({
  about: 'reads and orders while the broker, then the database, is away for a minute',
  options: { seconds: 60, reads: 100, orders: 20 },
  async run({ options: { seconds, ...perSecond }, log }) {
    const verdicts = []
    for (const server of servers) {
      const happening = outage(server, seconds, calm)
      const { findings, ...figures } = await keepPace({ perSecond, seconds: seconds + 2 * calm, happening })
      const { claims, cases = [] } = nothingFound(findings)
      log(`${server}: drained ${figures.drained} s after`)
      verdicts.push({
        name: `${server} away for ${seconds} s`,
        figures,
        claims: { ...claims, ...(seconds <= 60 && { 'what had to wait is done within 30 s': figures.drained <= 30 }) },
        cases,
      })
    }
    return verdicts
  },
})
