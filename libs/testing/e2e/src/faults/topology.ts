import { readFileSync } from 'node:fs'
import type { Broker } from '../deployment/brokers.ts'
import { type Deployment, openDeployment, type Process } from '../deployment/deployment.ts'
import type { Instance } from '../deployment/instance.ts'
import { withoutLimits } from '../product.ts'
import { type Log, nothingFound, scenario } from '../scenario-runner.ts'
import { isReady, openBalancer, startClients } from './steady-clients.ts'
import { runSteadyLoad } from './steady-load-with-crashes.ts'
import { becomesTrue } from './traffic.ts'

/*
 * The deployment of deploy/kubernetes, as processes: three nats-servers with three replicas of each stream, two
 * gateways, two of each service, PostgreSQL. Under load, services and gateways are updated one after the other as by a
 * Deployment, and no client may notice; then the brokers, as by a StatefulSet; then each process is killed once. Then
 * a request may fail with 503 or 409 or without a response. A repeated request succeeds, and nothing is lost.
 */

export type TopologyOptions = {
  /** Requests of all kinds that are not repeated; and reads and orders that are repeated until they succeed. */
  perSecond: { requests: number; reads: number; orders: number }
}

/** The processes of a phase, and the requests with an unexpected response. */
type Phase = { processes: number; requests: number; failed: string[]; seconds: number }

/** Maximum milliseconds of the remaining work at the end. */
const longest = 120_000
/** The outcome is unknown, or the request is still being processed: repeat it. A lost connection has no status. */
export const isRepeatable = /^\S+ \d+ (?:(?:503|409) |(?!\d{3} ))/

/** @param deployment with three brokers, without rate limits */
export async function topologyUnderLoad(deployment: Deployment, { perSecond }: TopologyOptions, log: Log) {
  const { requests, ...paced } = perSecond
  const phases: Record<string, Phase> = {}
  const memory: Record<string, number> = {}
  const outcome = await runSteadyLoad(deployment, {
    perSecond: paced,
    seconds: 1,
    patience: longest,
    async injectFaults({ gateways, services, brokers, instances }, _isOver, happened) {
      using balancer = openBalancer(deployment)
      const phase = async (all: readonly Instance[], act: (one: Instance) => Promise<void>): Promise<Phase> => {
        const began = performance.now()
        const clients = await startClients(deployment, balancer.next, requests)
        for (const one of all) {
          const before = clients.failed.length
          const hit = performance.now()
          await act(one)
          await happened(one, hit)
          log(`${one.name}: ${clients.requests} requests, ${clients.failed.length - before} failed in this phase`)
        }
        await clients.stop()
        const { failed } = clients
        const seconds = Math.round((performance.now() - began) / 1_000)
        return { processes: all.length, requests: clients.requests, failed, seconds }
      }
      phases.updated = await phase([...services, ...gateways], (one) => update(one, brokers))
      phases.brokersUpdated = await phase(brokers, (one) => update(one, brokers))
      for (const one of [...services, ...gateways, ...brokers]) memory[one.name] = residentMiB(one.pid)
      phases.killed = await phase(instances, (one) => kill(one, deployment))
    },
  })
  return { phases: phases as Record<'updated' | 'brokersUpdated' | 'killed', Phase>, memory, ...outcome }
}

/** Stops it as for an update to the next version, and waits until its successor is ready. */
export async function update(one: Instance, brokers: readonly Broker[]): Promise<void> {
  const { starts } = one
  // lame duck mode: nats-server first moves its clients to the others, as the StatefulSet's `preStop` does
  if (one.kind === 'nats-server') one.signal('SIGUSR2')
  else await one.stop()
  await one.started(starts + 1)
  await ready(one, brokers)
}

/** Kills it, and waits until every process is ready again. */
export async function kill(one: Instance, { brokers, services, gateways }: Deployment): Promise<void> {
  const { starts } = one
  await one.kill()
  await one.started(starts + 1)
  await ready(one, brokers)
  // by their readiness probes: all are ready again before the next one is killed
  for (const each of [...services, ...gateways]) await ready(each, brokers)
}

/** Waits until it is ready by its readiness probe. */
export async function ready(one: Instance, brokers: readonly Broker[]): Promise<void> {
  const broker = brokers.find(({ name }) => name === one.name)
  const isSo = broker ? () => isHealthy(broker) : 'operations' in one ? () => isReady(one as Process) : () => true
  if (!(await becomesTrue(isSo))) throw new Error(`${one.name} does not become ready again`)
}

/** As the readiness probe does. */
async function isHealthy({ monitorPort }: Broker): Promise<boolean> {
  const reply = await fetch(`http://127.0.0.1:${monitorPort}/healthz`).catch(() => undefined)
  return reply?.status === 200
}

/** Resident memory of a process, if the system reports it. */
function residentMiB(pid: number): number {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kibibytes) / 1_024)
}

export const topologyScenario = scenario({
  about: 'the deployment of deploy/kubernetes under load: each process is updated, then each is killed once',
  options: { requests: 50, reads: 20, orders: 5 },
  async run({ options: perSecond, log }) {
    await using deployment = await openDeployment({ brokers: 3, environment: withoutLimits, withoutProxies: true })
    const { phases, memory, ofReads, ofOrders, findings } = await topologyUnderLoad(deployment, { perSecond }, log)
    const { claims, cases = [] } = nothingFound({ ...findings.reads, ...findings.orders })
    const { updated, brokersUpdated, killed } = phases
    const wrong = [...brokersUpdated.failed, ...killed.failed].filter((each) => !isRepeatable.test(each))
    const told = ({ failed, ...phase }: Phase) => ({ ...phase, failed: failed.length })
    return [
      {
        name: 'the topology of deploy/kubernetes',
        figures: {
          updated: told(updated),
          brokersUpdated: told(brokersUpdated),
          killed: told(killed),
          reads: ofReads,
          orders: ofOrders,
          memoryMiB: memory,
        },
        claims: {
          [`no request fails while services and gateways are updated: ${updated.failed.length}`]:
            updated.failed.length === 0,
          [`requests only fail in a repeatable way while a broker is updated or a process dies: ${wrong.length}`]:
            wrong.length === 0,
          'each process was killed once': killed.processes === deployment.instances.length,
          ...claims,
        },
        cases: [...updated.failed, ...wrong, ...cases],
      },
    ]
  },
})
