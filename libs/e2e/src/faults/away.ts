import { setTimeout as wait } from 'node:timers/promises'
import { type Deployment, openDeployment } from '../deployment/deployment.ts'
import type { Instance } from '../deployment/instance.ts'
import { type Loss, partition } from '../deployment/links.ts'
import { type Log, trial } from '../trial.ts'
import { type Answers, type Dependency, dependencies, everyCall, repeat, wellAgain } from './calls.ts'

/*
 * One dependency after the other is away for a while, dead, frozen or out of reach, while every kind of call is made over and
 * over. What does not need it is answered as ever; what does is answered with 503 and Retry-After; all within two seconds.
 */

export const ways = ['dead', 'frozen', 'cut', 'stall'] as const
export type Way = (typeof ways)[number]

/** Whether ways are lost and no process. */
export const isOnLinks = (way: Way) => way === 'cut' || way === 'stall'

export type Absence = Answers & {
  dependency: Dependency
  way: Way
  /** Of how many brokers. */
  brokers: number
  /** Milliseconds from its return until every call was answered as ever. */
  recovery: number
}

/**
 * @param milliseconds for which each is away
 * @param brokers of three one is away at a time
 */
export async function eachAway(
  absences: readonly { dependency: Dependency; way: Way }[],
  milliseconds: number,
  log: Log,
  brokers: 1 | 3 = 1,
): Promise<Absence[]> {
  const environment = { RATE_LIMIT: '0', ACCESS_TOKEN_SECONDS: '86400' }
  await using deployment = await openDeployment({ environment, brokers })
  const calls = await everyCall(deployment.ready, deployment.gateways)
  const outcomes: Absence[] = []
  for (const { dependency, way } of absences) {
    await wellAgain(calls)
    const outcome: Absence = { dependency, way, brokers, answers: 0, refused: 0, slowest: 0, recovery: 0, wrong: [] }
    const end = new AbortController()
    const begin = () => calls.map((call) => repeat(call, [dependency], end.signal, outcome))
    // a payment that the provider has begun when it falls silent is waited for as long as one may take
    const underWay = dependency === 'provider' ? [] : begin()
    const back = takeAway(deployment, dependency, way)
    const calling = dependency === 'provider' ? begin() : underWay
    await wait(milliseconds)
    end.abort()
    await Promise.all(calling)
    const returned = performance.now()
    await back()
    await wellAgain(calls)
    outcome.recovery = Math.round(performance.now() - returned)
    log(
      `${dependency} ${way}: ${outcome.answers} answers, ${outcome.wrong.length} wrong, back in ${outcome.recovery} ms ${outcome.wrong[0] ?? ''}`,
    )
    outcomes.push(outcome)
  }
  return outcomes
}

const processesOf = (
  { services, brokers, postgres, simulator }: Deployment,
  dependency: Dependency,
): readonly Instance[] => {
  if (dependency === 'nats-server') return brokers.slice(0, 1)
  if (dependency === 'postgres') return [postgres]
  if (dependency === 'provider') return [simulator]
  return services.filter(({ kind }) => kind === dependency)
}

/** Gives what brings it back. */
function takeAway(deployment: Deployment, dependency: Dependency, way: Way): () => Promise<void> {
  const processes = processesOf(deployment, dependency)
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

/** Seconds: a process is started anew, and those who ask it find it. */
const recovery: Record<Dependency, number> = {
  member: 3,
  catalog: 3,
  orders: 3,
  recognition: 3,
  provider: 3,
  postgres: 5,
  'nats-server': 15,
}

export const awayTrial = trial({
  about: 'every kind of call while one dependency after the other is dead, frozen or out of reach',
  options: { seconds: 8 },
  async run({ options, log }) {
    const absences = dependencies.flatMap((dependency) =>
      ways.flatMap((way) => (dependency === 'provider' && isOnLinks(way) ? [] : [{ dependency, way }])),
    )
    const ofThree = ways.map((way) => ({ dependency: 'nats-server' as const, way }))
    const milliseconds = options.seconds * 1_000
    const outcomes = [
      ...(await eachAway(absences, milliseconds, log)),
      ...(await eachAway(ofThree, milliseconds, log, 3)),
    ]
    return outcomes.map(({ wrong, ...figures }) => ({
      name: `${figures.brokers === 1 ? '' : `one of ${figures.brokers}: `}${figures.dependency} ${figures.way}`,
      figures,
      claims: {
        ...(figures.brokers === 1 && { 'it was missed': figures.refused > 0 }),
        [`every answer within two seconds and right: ${wrong.length} are not`]: wrong.length === 0,
        [`well again within ${recovery[figures.dependency]} s`]:
          figures.recovery <= 1_000 * recovery[figures.dependency],
      },
      cases: wrong,
    }))
  },
})
