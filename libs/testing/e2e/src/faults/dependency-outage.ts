import { setTimeout as wait } from 'node:timers/promises'
import type { Broker } from '../deployment/brokers.ts'
import { type Deployment, openDeployment } from '../deployment/deployment.ts'
import type { Instance } from '../deployment/instance.ts'
import { type LinkFault, partition } from '../deployment/links.ts'
import { withoutLimits } from '../product.ts'
import { type Log, scenario } from '../scenario-runner.ts'
import {
  type CallOutcome,
  type Dependency,
  dependencies,
  everyCall,
  newCallOutcome,
  repeat,
  waitUntilRecovered,
} from './repeated-calls.ts'

/*
 * One dependency after the other is dead, frozen or unreachable for a while, while every kind of call is repeated.
 * Calls that do not need it succeed as usual; the others get 503 with Retry-After; all within two seconds.
 */

export const outageKinds = ['dead', 'frozen', 'cut', 'stall'] as const
export type OutageKind = (typeof outageKinds)[number]

/** True if connections are lost and no process is affected. */
export const isOnLinks = (way: OutageKind) => way === 'cut' || way === 'stall'

export type OutageOutcome = Omit<CallOutcome, 'lastRefused'> & {
  dependency: Dependency
  way: OutageKind
  /** Number of brokers. */
  brokers: number
  /** Processes that were connected to the lost broker, and how many of them connected to another. */
  connected: number
  moved: number
  /** Milliseconds from the start of the outage until the last refused call was made; 0 if none was refused. */
  refusedFor: number
  /** Milliseconds from the end of the outage until every call succeeded again. */
  recovery: number
}

type OutageOptions = {
  absences: readonly { dependency: Dependency; way: OutageKind }[]
  /** Duration of each outage; with three brokers also of one at a time. */
  milliseconds: number
  /** Milliseconds between two calls of a kind, if longer than usual. */
  pause?: number
}

/** @param deployment without rate limits */
export async function outageOfEach(
  deployment: Deployment,
  { absences, milliseconds, pause }: OutageOptions,
  log: Log,
): Promise<OutageOutcome[]> {
  const brokers = deployment.brokers.length
  const calls = await everyCall(deployment.ready, deployment.gateways)
  const outcomes: OutageOutcome[] = []
  for (const { dependency, way } of absences) {
    await waitUntilRecovered(calls)
    const processes = processesOf(deployment, dependency)
    const connected = connectedTo(deployment, processes)
    const triesBefore = connected.map((name) => triesOf(deployment, name, processes))
    const outcome = newCallOutcome()
    const end = new AbortController()
    const begin = () =>
      calls.map((call) => repeat(call, { unavailable: [dependency], signal: end.signal, pause }, outcome))
    // a payment that was already sent to the provider may take as long as its timeout
    const underWay = dependency === 'provider' ? [] : begin()
    const from = performance.now()
    await using absence = startOutage(deployment, processes, way)
    const calling = dependency === 'provider' ? begin() : underWay
    await wait(milliseconds)
    end.abort()
    await Promise.all(calling)
    const moved = connected.filter((name, at) => triesOf(deployment, name, processes) > (triesBefore[at] ?? 0)).length
    const returned = performance.now()
    await absence.back()
    await waitUntilRecovered(calls)
    const recovery = Math.round(performance.now() - returned)
    const { lastRefused, ...answers } = outcome
    const refusedFor = Math.max(0, Math.round(lastRefused - from))
    log(
      `${dependency} ${way}: ${answers.answers} responses, ${answers.wrong.length} wrong, recovered in ${recovery} ms ${answers.wrong[0] ?? ''}`,
    )
    outcomes.push({ dependency, way, brokers, connected: connected.length, moved, refusedFor, recovery, ...answers })
  }
  return outcomes
}

function processesOf(deployment: Deployment, dependency: Dependency): readonly Instance[] {
  const { services, postgres, simulator } = deployment
  if (dependency === 'nats-server') return [busiest(deployment)]
  if (dependency === 'postgres') return [postgres]
  if (dependency === 'provider') return [simulator]
  return services.filter(({ kind }) => kind === dependency)
}

/** The broker with the most connections, so that its outage has an effect. */
function busiest(deployment: Deployment): Broker {
  const counts = deployment.brokers.map((broker) => connectedTo(deployment, [broker]).length)
  return deployment.brokers[counts.indexOf(Math.max(...counts))] as Broker
}

/** Names of the processes that are connected to one of these. */
function connectedTo({ brokers, links }: Deployment, some: readonly Instance[]): string[] {
  const isBroker = (name: string) => brokers.some((broker) => broker.name === name)
  const connected = links.all.filter(
    ({ from, to, proxy }) => !isBroker(from) && proxy.connections > 0 && some.some(({ name }) => name === to),
  )
  return [...new Set(connected.map(({ from }) => from))]
}

/** How often a process tried to connect to other brokers than these. */
function triesOf({ brokers, links }: Deployment, process: string, some: readonly Instance[]): number {
  const others = brokers.filter((broker) => !some.includes(broker)).map(({ name }) => name)
  return links.all
    .filter(({ from, to }) => from === process && others.includes(to))
    .reduce((sum, { proxy }) => sum + proxy.tries, 0)
}

/**
 * Starts an outage; it ends when the returned function is called, or at the latest when it is disposed, also if a
 * scenario fails.
 */
function startOutage(
  deployment: Deployment,
  processes: readonly Instance[],
  way: OutageKind,
): AsyncDisposable & { back(): Promise<void> } {
  const bring = makeUnavailable(deployment, processes, way)
  let brought: Promise<void> | undefined
  const back = () => (brought ??= bring())
  return { back, [Symbol.asyncDispose]: back }
}

/** Returns a function that ends the outage. */
function makeUnavailable(deployment: Deployment, processes: readonly Instance[], way: OutageKind): () => Promise<void> {
  if (way === 'dead') {
    const starts = processes.map((process) => process.starts)
    for (const process of processes) {
      process.held = true
      void process.kill()
    }
    return async () => {
      for (const process of processes) process.held = false
      await Promise.all(processes.map((process, at) => process.started((starts[at] ?? 0) + 1)))
    }
  }
  if (way === 'frozen') {
    for (const process of processes) process.freeze()
    return async () => {
      for (const process of processes) process.thaw()
    }
  }
  const links = deployment.links.all.filter(({ from, to }) =>
    processes.some(({ name }) => name === from || name === to),
  )
  const lost = partition(links, way satisfies LinkFault)
  return async () => lost[Symbol.dispose]()
}

/**
 * Seconds: a process restarts, and its clients reconnect. The breaker of the provider tries again after five seconds
 * (services/orders/src/provider/circuit-breaker.ts).
 */
const recovery: Record<Dependency, number> = {
  member: 3,
  catalog: 3,
  orders: 3,
  recognition: 3,
  provider: 8,
  postgres: 5,
  'nats-server': 15,
}

/**
 * Seconds after which two brokers of three work without the third: six until they detect it (`nats-cluster.conf`), the
 * rest for the election.
 */
const electionSeconds = 15

export const outageOfEachScenario = scenario({
  about: 'every kind of call while one dependency after the other is dead, frozen or unreachable',
  options: { seconds: 8 },
  async run({ options, log }) {
    const absences = dependencies.flatMap((dependency) =>
      outageKinds.flatMap((way) => (dependency === 'provider' && isOnLinks(way) ? [] : [{ dependency, way }])),
    )
    const ofThree = outageKinds.map((way) => ({ dependency: 'nats-server' as const, way }))
    const milliseconds = options.seconds * 1_000
    const outcomes: OutageOutcome[] = []
    for (const [brokers, size] of [
      [1, { absences, milliseconds }],
      [3, { absences: ofThree, milliseconds: milliseconds + electionSeconds * 1_000 }],
    ] as const) {
      await using deployment = await openDeployment({ environment: withoutLimits, brokers })
      outcomes.push(...(await outageOfEach(deployment, size, log)))
    }
    return outcomes.map(({ wrong, ...figures }) => ({
      name: `${figures.brokers === 1 ? '' : `one of ${figures.brokers}: `}${figures.dependency} ${figures.way}`,
      figures,
      claims: {
        ...(figures.brokers === 1
          ? { 'calls were refused': figures.refused > 0 }
          : {
              'its clients connect to another': figures.connected > 0 && figures.moved === figures.connected,
              [`no call is refused ${electionSeconds} s after it was lost`]:
                figures.refusedFor <= electionSeconds * 1_000,
            }),
        [`every response correct and within two seconds: ${wrong.length} are not`]: wrong.length === 0,
        [`recovered within ${recovery[figures.dependency]} s`]:
          figures.recovery <= 1_000 * recovery[figures.dependency],
      },
      cases: wrong,
    }))
  },
})
