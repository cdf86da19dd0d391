import { setTimeout as wait } from 'node:timers/promises'
import type { Broker } from '../deployment/brokers.ts'
import { type Deployment, openDeployment } from '../deployment/deployment.ts'
import type { Instance } from '../deployment/instance.ts'
import { type Loss, partition } from '../deployment/links.ts'
import { withoutLimits } from '../product.ts'
import { type Log, trial } from '../scenario-runner.ts'
import { type Answers, type Dependency, dependencies, everyCall, noAnswers, repeat, wellAgain } from './calls.ts'

/*
 * One dependency after the other is away for a while, dead, frozen or out of reach, while every kind of call is made over and
 * over. What does not need it is answered as ever; what does is answered with 503 and Retry-After; all within two seconds.
 */

export const ways = ['dead', 'frozen', 'cut', 'stall'] as const
export type Way = (typeof ways)[number]

/** Whether ways are lost and no process. */
export const isOnLinks = (way: Way) => way === 'cut' || way === 'stall'

export type Absence = Omit<Answers, 'lastRefused'> & {
  dependency: Dependency
  way: Way
  /** Of how many brokers. */
  brokers: number
  /** Processes that were connected to the broker that went, and how many of these asked another to let them in. */
  connected: number
  moved: number
  /** Milliseconds from its beginning until the last was asked that was refused; 0 where none was. */
  refusedFor: number
  /** Milliseconds from its return until every call was answered as ever. */
  recovery: number
}

type AwayOptions = {
  absences: readonly { dependency: Dependency; way: Way }[]
  /** For which each is away, one at a time, of three brokers as well. */
  milliseconds: number
  /** Milliseconds between two of a kind of call, where that is longer than usual. */
  pause?: number
}

/** @param deployment without limits */
export async function eachAway(
  deployment: Deployment,
  { absences, milliseconds, pause }: AwayOptions,
  log: Log,
): Promise<Absence[]> {
  const brokers = deployment.brokers.length
  const calls = await everyCall(deployment.ready, deployment.gateways)
  const outcomes: Absence[] = []
  for (const { dependency, way } of absences) {
    await wellAgain(calls)
    const processes = processesOf(deployment, dependency)
    const connected = connectedTo(deployment, processes)
    const triesBefore = connected.map((name) => triesOf(deployment, name, processes))
    const outcome = noAnswers()
    const end = new AbortController()
    const begin = () => calls.map((call) => repeat(call, { away: [dependency], signal: end.signal, pause }, outcome))
    // a payment that the provider has begun when it falls silent is waited for as long as one may take
    const underWay = dependency === 'provider' ? [] : begin()
    const from = performance.now()
    await using absence = takeAway(deployment, processes, way)
    const calling = dependency === 'provider' ? begin() : underWay
    await wait(milliseconds)
    end.abort()
    await Promise.all(calling)
    const moved = connected.filter((name, at) => triesOf(deployment, name, processes) > (triesBefore[at] ?? 0)).length
    const returned = performance.now()
    await absence.back()
    await wellAgain(calls)
    const recovery = Math.round(performance.now() - returned)
    const { lastRefused, ...answers } = outcome
    const refusedFor = Math.max(0, Math.round(lastRefused - from))
    log(
      `${dependency} ${way}: ${answers.answers} answers, ${answers.wrong.length} wrong, back in ${recovery} ms ${answers.wrong[0] ?? ''}`,
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

/** The broker that most are connected to, so that it is missed. */
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

/** How often a process has tried to connect to brokers that are none of these. */
function triesOf({ brokers, links }: Deployment, process: string, some: readonly Instance[]): number {
  const others = brokers.filter((broker) => !some.includes(broker)).map(({ name }) => name)
  return links.all
    .filter(({ from, to }) => from === process && others.includes(to))
    .reduce((sum, { proxy }) => sum + proxy.tries, 0)
}

/** Takes processes away until they are brought back, at the latest when it is disposed: also where a trial fails. */
function takeAway(
  deployment: Deployment,
  processes: readonly Instance[],
  way: Way,
): AsyncDisposable & { back(): Promise<void> } {
  const bring = lose(deployment, processes, way)
  let brought: Promise<void> | undefined
  const back = () => (brought ??= bring())
  return { back, [Symbol.asyncDispose]: back }
}

/** Gives what brings them back. */
function lose(deployment: Deployment, processes: readonly Instance[], way: Way): () => Promise<void> {
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
  const lost = partition(links, way satisfies Loss)
  return async () => lost[Symbol.dispose]()
}

/**
 * Seconds: a process is started anew, and those who ask it find it. Who gave the provider up tries it again after five
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

/** Seconds after which two brokers of three do without the third: six until they give it up (`nats-cluster.conf`), the rest to choose. */
const givenUp = 15

export const awayTrial = trial({
  about: 'every kind of call while one dependency after the other is dead, frozen or out of reach',
  options: { seconds: 8 },
  async run({ options, log }) {
    const absences = dependencies.flatMap((dependency) =>
      ways.flatMap((way) => (dependency === 'provider' && isOnLinks(way) ? [] : [{ dependency, way }])),
    )
    const ofThree = ways.map((way) => ({ dependency: 'nats-server' as const, way }))
    const milliseconds = options.seconds * 1_000
    const outcomes: Absence[] = []
    for (const [brokers, size] of [
      [1, { absences, milliseconds }],
      [3, { absences: ofThree, milliseconds: milliseconds + givenUp * 1_000 }],
    ] as const) {
      await using deployment = await openDeployment({ environment: withoutLimits, brokers })
      outcomes.push(...(await eachAway(deployment, size, log)))
    }
    return outcomes.map(({ wrong, ...figures }) => ({
      name: `${figures.brokers === 1 ? '' : `one of ${figures.brokers}: `}${figures.dependency} ${figures.way}`,
      figures,
      claims: {
        ...(figures.brokers === 1
          ? { 'it was missed': figures.refused > 0 }
          : {
              'who was connected to it goes to another': figures.connected > 0 && figures.moved === figures.connected,
              [`nothing is refused that is asked ${givenUp} s after it went`]: figures.refusedFor <= givenUp * 1_000,
            }),
        [`every answer within two seconds and right: ${wrong.length} are not`]: wrong.length === 0,
        [`well again within ${recovery[figures.dependency]} s`]:
          figures.recovery <= 1_000 * recovery[figures.dependency],
      },
      cases: wrong,
    }))
  },
})
