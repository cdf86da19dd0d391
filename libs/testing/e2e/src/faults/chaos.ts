import { setTimeout as wait } from 'node:timers/promises'
import { createRandom, shuffle } from '@kingcar/testing/random'
import { type Deployment, openDeployment } from '../deployment/deployment.ts'
import { signIn } from '../http.ts'
import { withoutLimits } from '../product.ts'
import { createDevice } from '../recognizer.ts'
import { type Log, nothingFound, scenario, type Verdict } from '../scenario-runner.ts'
import { openViewer, type Viewer } from '../viewer.ts'
import {
  compareReads,
  openServers,
  publishAll,
  type Servers,
  type StoredVisit,
  startStandardDevices,
  storedVisits,
} from './compare-reads.ts'
import { drawFault } from './fault-injectors.ts'
import { compareMoney } from './money-findings.ts'
import { openShop, type Shop } from './shop.ts'
import { type Purchase, perform, planPurchase, repeatAll } from './shopper.ts'
import { createWorkload, type Origin } from './workload.ts'

/*
 * Reads and orders while two of each process, the database and the brokers crash, freeze and lose connections to each
 * other. Every acknowledgement is recorded: each read's by its broker, each order's by its key, each payment's by its
 * response. After recovery every request is repeated with its key, and the journal has to agree with the definition of
 * visits, the tables, the streams, the screens and the provider's ledger.
 */

export type ChaosOptions = {
  /** Valid reads of the workload; each is sent twice, and each time until it is acknowledged. */
  reads: number
  orders: number
  strikes: number
  brokers: 1 | 3
  /** True if the clock of one of each two is off. */
  skewed?: boolean
  /** As in `openShop`. */
  endsLeases?: boolean
  seed: number
}

export type ChaosOutcome = {
  findings: Record<string, readonly unknown[]>
  brokers: number
  strikes: number
  reads: number
  /** Messages that JetStream acknowledged: each read twice. */
  acknowledged: number
  /**
   * Reads of a standard device that must be stored, because its connection stayed open long enough after MQTT's
   * acknowledgement.
   */
  byMqtt: number
  /** Events that the screens had to show. */
  events: number
  orders: number
  charges: number
  refunds: number
  retries: number
  seconds: number
}

/** Paid orders, of a hundred. */
const paid = 10
/** Probability of two simultaneous faults. */
const together = 0.25
/** Seconds: longer than the interval after which the provider is asked. */
const checkAhead = 130
/** Milliseconds within which a screen must catch up. */
const patience = 30_000
/** Concurrent members, one or more at each gateway; each has a limit of a few look-ups at the provider per minute. */
const [fewestMembers, mostMembers] = [2, 32]
/** Seconds. A token of one process has to be valid at the other, which allows a minute. */
const offBy = { 'gateway-2': -10, 'member-2': 45, 'catalog-2': 300, 'orders-2': -300, 'recognition-2': 300 }
const settings = { ...withoutLimits, PAYMENT_SETTLE_SECONDS: '1' }

export async function runChaos(options: ChaosOptions, log: Log): Promise<ChaosOutcome> {
  const { reads, orders, strikes, brokers, skewed = false, endsLeases = false, seed } = options
  const began = performance.now()
  const say = (what: string) => log(`${what} (${Math.round((performance.now() - began) / 1_000)} s)`)
  await using stack = new AsyncDisposableStack()
  const deployment = stack.use(
    await openDeployment({ brokers, environment: settings, ...(skewed && { clocks: offBy }) }),
  )
  const servers = stack.use(await openServers(deployment))
  const shop = stack.use(
    await openShop(deployment, {
      gateways: deployment.gateways.map(({ url }) => url),
      members: Math.min(mostMembers, Math.max(fewestMembers, Math.ceil(orders / 20))),
      settled: 120_000 + 5 * orders,
      endsLeases,
    }),
  )
  const workload = createWorkload(seed, reads, await installDevices(deployment))
  const ordinary = stack.use(await startStandardDevices(deployment))
  const viewers = await openViewers(deployment, stack)
  const random = createRandom(seed)
  const purchases = planAll(shop, orders, random)
  say(`${workload.messages.length} reads, ${orders} orders, ${strikes} strikes, ${brokers} brokers`)

  for (let at = 0; at < strikes; at++) {
    const part = <T>(all: readonly T[]) =>
      all.slice(Math.floor((at * all.length) / strikes), Math.floor(((at + 1) * all.length) / strikes))
    const working = Promise.all([publishAll(servers.nats, part(workload.messages)), buyAll(shop, part(purchases))])
    const some = Array.from({ length: random() < together ? 2 : 1 }, () => drawFault(deployment, random))
    await wait(random() * 300) // somewhere in their work
    await Promise.all(some.map((strike) => strike.run()))
    say(`${at + 1}: ${some.map(({ name }) => name).join(' and ')}`)
    await working
  }

  await servers.settled()
  const { stored: offered, byMqtt } = await ordinary.finish()
  await servers.settled()
  const left = await settle(shop)
  say('every request was repeated')
  const behind = await lastOnScreens(servers, viewers)
  const stored = await storedVisits(servers)
  const findings = await compareReads(deployment, servers, stored, workload, offered)
  const {
    findings: ofMoney,
    orders: kept,
    charges,
    refunds,
  } = await compareMoney(deployment.ready.http, shop.sql, purchases, shop.journal)
  return {
    findings: {
      ...findings,
      ...ofMoney,
      'still pending': left,
      'not shown on a screen': viewers.flatMap(({ holes }) => notShown(holes, stored)),
      'screens that do not reach the end': behind,
    },
    brokers,
    strikes,
    reads: workload.reads.length,
    acknowledged: workload.messages.length,
    byMqtt,
    events: stored.length,
    orders: kept,
    charges,
    refunds,
    retries: shop.journal.retries,
    seconds: Math.round((performance.now() - began) / 1_000),
  }
}

async function installDevices({ ready }: Deployment): Promise<Origin[]> {
  const devices: Origin[] = []
  for (const { id: storeId } of ready.stores.flatMap((store) => [store, store, store]))
    devices.push({ storeId, deviceId: (await createDevice(ready, storeId)).id })
  return devices
}

/** A screen at each gateway, of all stores. */
async function openViewers({ ready, gateways }: Deployment, stack: AsyncDisposableStack): Promise<Viewer[]> {
  const { accessToken } = await signIn(ready.http, ready.email, ready.password)
  const viewers = await Promise.all(gateways.map(({ url }) => openViewer(url, accessToken)))
  for (const viewer of viewers) stack.use(viewer)
  return viewers
}

/** Most orders are not paid, some are, as in production. */
function planAll({ productId }: Shop, orders: number, random: () => number): Purchase[] {
  const all = Array.from({ length: orders }, (_, at) =>
    planPurchase(random, productId, at % 100 < paid ? {} : { pays: 'nothing', refunds: [] }),
  )
  return shuffle(random, all)
}

/** Every member takes the next purchase; unanswered requests are repeated at the end. */
async function buyAll({ shoppers: members }: Shop, purchases: readonly Purchase[]): Promise<void> {
  const waiting = [...purchases]
  await Promise.all(
    members.map(async (shopper) => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        shopper.purchases.push(next)
        await perform(shopper, next)
      }
    }),
  )
}

/** Waits for pending work, repeats every request, and waits for that. Returns what is still pending. */
async function settle(shop: Shop): Promise<string[]> {
  const left = await shop.idle(['intents'])
  await shop.move(checkAhead)
  left.push(...(await shop.idle()))
  await repeatAll(shop.shoppers)
  return [...left, ...(await shop.idle())]
}

/** Screens that do not reach the end of the stream. */
async function lastOnScreens({ streams }: Servers, viewers: readonly Viewer[]): Promise<string[]> {
  const { state } = await streams.streams.info('VISITS')
  const behind = () => viewers.filter(({ last }) => last < state.last_seq)
  for (const until = Date.now() + patience; Date.now() < until && behind().length > 0; ) await wait(50)
  return behind().map(({ last }) => `${last} of ${state.last_seq}`)
}

/** Visits that a screen never showed, except states that arrived after a newer one of the same visit. */
function notShown(holes: Viewer['holes'], stored: readonly StoredVisit[]): StoredVisit[] {
  const isHole = ({ sequence }: StoredVisit) => holes.some(([from, to]) => from <= sequence && sequence <= to)
  const newest = new Map<string, number>()
  return stored.filter((each) => {
    const known = newest.get(each.id) ?? 0
    newest.set(each.id, Math.max(known, each.revision))
    return known <= each.revision && isHole(each)
  })
}

type Setting = Pick<ChaosOptions, 'brokers' | 'skewed'>

/** Of one run; each read is sent twice. */
const usual = { reads: 25_000, orders: 5_000, strikes: 25 }

const chaosScenario = (about: string, setting: Setting, usualRuns: number) =>
  scenario({
    about,
    options: { runs: usualRuns, ...usual },
    async run({ seed, options: { runs, ...size }, log }) {
      const verdicts: Verdict[] = []
      for (let run = 0; run < runs; run++) {
        const own = Object.assign({ seed: seed + run }, size, setting)
        const { findings, ...figures } = await runChaos(own, log)
        log(`seed ${own.seed}: ${JSON.stringify(figures)}`)
        verdicts.push({ name: `${about}, seed ${own.seed}`, figures, ...nothingFound(findings) })
      }
      return verdicts
    },
  })
export const lossScenario = chaosScenario(
  'reads and orders while two of each process, the database and the broker crash, freeze and lose connections',
  { brokers: 1 },
  10,
)
export const clusterScenario = chaosScenario('the same with three brokers', { brokers: 3 }, 10)
export const clocksScenario = chaosScenario(
  'the same where the clocks of half of the processes are off: by five minutes, or as far as tokens allow',
  { brokers: 1, skewed: true },
  1,
)
