import { setTimeout as wait } from 'node:timers/promises'
import { type StreamName, streams } from '@kingcar/bus'
import { type NatsAddress, withFullStream } from '@kingcar/testing/nats'
import { createRandom, shuffle } from '@kingcar/testing/random'
import { type Deployment, openDeployment } from '../deployment/deployment.ts'
import type { Instance } from '../deployment/instance.ts'
import { type Link, type LinkFault, partition } from '../deployment/links.ts'
import { patiently } from '../http.ts'
import { latencyAt } from '../latency.ts'
import { withoutLimits } from '../product.ts'
import { type Log, nothingFound, scenario } from '../scenario-runner.ts'
import { openRights, type Right, type Verdict } from './revocation-kinds.ts'

/*
 * Rights are taken away during one fault at a time: a stream is full, a process is killed, a connection is lost, slow or 10 ms
 * long, or the clock of a process is five minutes off. A response of 200 means that no gateway accepts the right two seconds
 * later, nor after the fault. After any other response the right works everywhere and can be taken away, or it works nowhere
 * (its response was lost); with a full stream it works.
 */

/** Milliseconds after a response of 200 from which the right works nowhere. */
const bound = 2_000
/** Milliseconds until the product is whole again after a fault, and until interrupted revocations are completed or undone. */
const patience = 60_000
const clockSeconds = 300
/** Largest number of milliseconds between the revocations and the kill of a process. */
const latestKill = 60

type Fault = {
  name: string
  /** True if a refused revocation cannot have happened. */
  isExact?: boolean
  /** Runs the work during the fault, and resolves when the fault is over. */
  during(work: () => Promise<void>): Promise<void>
}

export type RevocationOutcome = {
  cases: number
  faults: number
  /** Revocations with a response of 200, and milliseconds until they acted everywhere. */
  done: number
  median: number
  slowest: number
  refused: number
  /** Refused ones that have happened: the response was lost. */
  lostResponses: number
  seconds: number
  findings: Record<'acts late' | 'works again' | 'half done' | 'refused and happened' | 'cannot be repeated', string[]>
}

type Found = (name: keyof RevocationOutcome['findings'], detail?: string) => void

export async function revocationFaults(
  { runs, seed }: { runs: number; seed: number },
  log: Log,
): Promise<RevocationOutcome> {
  const began = performance.now()
  const random = createRandom(seed)
  const clocks: Record<string, number> = {}
  await using deployment = await openDeployment({ environment: withoutLimits, clocks })
  const rights = await openRights(deployment.ready, deployment.gateways)
  const times: number[] = []
  const outcome: RevocationOutcome = {
    ...{ cases: 0, faults: 0, done: 0, median: 0, slowest: 0, refused: 0, lostResponses: 0, seconds: 0 },
    findings: {
      ...{ 'acts late': [], 'works again': [], 'half done': [], 'refused and happened': [], 'cannot be repeated': [] },
    },
  }
  const urls = deployment.gateways.map(({ url }) => url)
  const anyGateway = () => urls[Math.floor(random() * urls.length)] as string
  let next: Fault[] = []

  async function takeAway(right: Right, found: Found) {
    const status = await right.revoke(anyGateway()).then(
      (reply) => reply.status,
      () => 0,
    )
    if (status !== 200) return false
    for (const answered = performance.now(); ; await wait(10)) {
      const took = performance.now() - answered
      const isAccepted = (await verdicts(right)).includes('accepted')
      if (isAccepted && took < bound) continue
      times.push(took)
      if (isAccepted) found('acts late')
      return true
    }
  }

  async function settle(fault: Fault, right: Right, found: Found) {
    const settled = await untilAgreed(right)
    if (settled === undefined) return found('half done')
    if (settled === 'rejected') {
      outcome.lostResponses += 1
      if (fault.isExact) found('refused and happened')
      return
    }
    const { status } = await patiently(() => right.revoke(anyGateway())) // a later repetition may find it done
    if ((await untilAgreed(right, bound)) !== 'rejected') found('cannot be repeated', `${status}`)
  }

  while (outcome.cases < runs) {
    if (next.length === 0) next = shuffle(random, faultsOf(deployment, clocks, random))
    const fault = next.pop() as Fault
    const given = await rights.give(shuffle(random, [...rights.kinds]).slice(0, runs - outcome.cases))
    const done = new Map<Right, boolean>()
    const noteOf =
      (right: Right): Found =>
      (name, detail = '') =>
        void outcome.findings[name].push(`${name}: ${right.kind}, ${fault.name} ${detail}`)
    await fault.during(async () => {
      await Promise.all(given.map(async (right) => done.set(right, await takeAway(right, noteOf(right)))))
    })
    for (const until = Date.now() + patience; !(await rights.isWhole()); await wait(20))
      if (Date.now() > until) throw new Error(`the product is not whole after ${fault.name}`)
    await Promise.all(
      given.map(async (right) => {
        if (!done.get(right)) await settle(fault, right, noteOf(right))
        else if ((await verdicts(right)).includes('accepted')) noteOf(right)('works again')
      }),
    )
    const count = given.filter((right) => done.get(right)).length
    outcome.cases += given.length
    outcome.faults += 1
    outcome.done += count
    outcome.refused += given.length - count
    log(`${fault.name}: ${count} of ${given.length} done`)
  }
  outcome.median = latencyAt(times, 0.5)
  outcome.slowest = latencyAt(times, 1)
  outcome.seconds = Math.round((performance.now() - began) / 1_000)
  return outcome
}

const verdicts = (right: Right): Promise<Verdict[]> => Promise.all(right.probes.map((probe) => probe()))

/** The verdict that all places give in the end; undefined if they do not agree. */
async function untilAgreed(right: Right, milliseconds = patience): Promise<Verdict | undefined> {
  for (const until = Date.now() + milliseconds; ; await wait(50)) {
    const [first, ...others] = await verdicts(right)
    if (first !== 'failed' && others.every((each) => each === first)) return first
    if (Date.now() > until) return undefined
  }
}

function faultsOf(deployment: Deployment, clocks: Record<string, number>, random: () => number): Fault[] {
  const { brokers, gateways, services, postgres, links, secrets, ready } = deployment
  const nats: NatsAddress = {
    url: ready.nats,
    user: (user) => ({ user, password: secrets.nats[user].split(',')[0] as string }),
  }
  const servers: Instance[] = [...brokers, postgres]
  const own = [...gateways, ...services]
  return [
    ...(Object.keys(streams) as StreamName[]).map(
      (stream): Fault => ({
        ...{ name: `${stream} is full`, isExact: true },
        during: (work) => withFullStream(nats, stream, work),
      }),
    ),
    ...[...own, ...servers].map((instance) => killed(instance, random)),
    ...servers.flatMap(({ name }) => (['cut', 'stall', 'far'] as const).map((how) => lost(name, links.of(name), how))),
    ...own.flatMap(({ name }) => (['cut', 'stall'] as const).map((how) => lost(name, links.of(name), how))),
    ...own.flatMap((instance) => [clockSeconds, -clockSeconds].map((seconds) => skewed(instance, seconds, clocks))),
  ]
}

const killed = (instance: Instance, random: () => number): Fault => ({
  name: `${instance.name} is killed`,
  async during(work) {
    const { starts } = instance
    const working = work()
    await wait(random() * latestKill)
    await instance.kill()
    await Promise.all([working, instance.started(starts + 1)])
  },
})

const lost = (name: string, links: readonly Link[], how: LinkFault): Fault => ({
  name: `connections of ${name}: ${how}`,
  async during(work) {
    using _lost = partition(links, how)
    await work()
  },
})

/** The process is restarted with a clock that is off, and again with the right one. */
const skewed = (instance: Instance, seconds: number, clocks: Record<string, number>): Fault => {
  const restart = async (offset: number) => {
    const { starts } = instance
    clocks[instance.name] = offset
    await instance.kill()
    await instance.started(starts + 1)
  }
  return {
    name: `the clock of ${instance.name} is ${seconds} s off`,
    async during(work) {
      await restart(seconds)
      await work()
      await restart(0)
    },
  }
}

export const revocationScenario = scenario({
  about: 'sessions, accounts, screens and devices lose their rights during one fault at a time',
  options: { runs: 2_000 },
  async run({ seed, options, log }) {
    const { findings, ...figures } = await revocationFaults({ runs: options.runs, seed }, log)
    return [{ name: 'revocation', figures, ...nothingFound(findings) }]
  },
})
