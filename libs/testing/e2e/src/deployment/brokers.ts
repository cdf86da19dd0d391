import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { DataFolder } from '@kingcar/deploy/data-folder'
import { stopWhenUnhealthy } from '@kingcar/deploy/servers'
import { openLogFile } from '@kingcar/localstack/log-file'
import { type Nats, startNats } from '@kingcar/localstack/nats'
import { freePort } from '@kingcar/localstack/ports'
import { type Instance, startInstance } from './instance.ts'
import type { Links } from './links.ts'

export type Broker = Instance & { readonly url: string; readonly mqttUrl: string; readonly monitorPort: number }

/** Milliseconds between health checks of a broker; six failures in a row stop it. */
const lookEvery = 5_000
const patience = 60_000

/** Starts nats-server alone, or a cluster whose connections between brokers can be lost. */
export async function startBrokers(
  count: number,
  data: DataFolder,
  links: Links,
  stack: AsyncDisposableStack,
  log: (line: string) => void,
): Promise<Broker[]> {
  const names = Array.from({ length: count }, (_, at) => `nats-${at + 1}`)
  const ports = await Promise.all(names.map(freePort))
  const routes = await Promise.all(names.map((from, at) => routesOf(from, at, names, ports, links)))
  const password = randomBytes(16).toString('hex')
  const brokers = await Promise.all(
    names.map((name, at) => {
      const others = { port: ports[at] as number, routes: routes[at] ?? [], password }
      return startBroker(name, others, data, stack, log)
    }),
  )
  for (const until = Date.now() + patience; !(await Promise.all(brokers.map(isHealthy))).every(Boolean); await wait(50))
    if (Date.now() > until) throw new Error('the brokers did not find each other')
  return brokers
}

const routesOf = (from: string, at: number, names: readonly string[], ports: readonly number[], links: Links) =>
  Promise.all(
    names.flatMap((to, other) => (other === at ? [] : [links.through(from, to, `127.0.0.1:${ports[other]}`)])),
  )

async function startBroker(
  name: string,
  others: { port: number; routes: readonly string[]; password: string },
  data: DataFolder,
  stack: AsyncDisposableStack,
  log: (line: string) => void,
): Promise<Broker> {
  const file = stack.use(openLogFile(data.file('logs', `${name}.log`)))
  const start = async (previous: Nats | undefined) => {
    const server = await startNats({
      storeDir: join(data.path, name),
      passwords: data.secrets.nats,
      calloutSeed: data.secrets.calloutSeed,
      port: previous?.port ?? 0,
      mqttPort: previous?.mqttPort ?? 0,
      monitorPort: previous?.monitorPort ?? 0,
      ...(others.routes.length > 0 && { cluster: { name, ...others } }),
      log: (line) => file.write(line),
    })
    void stopWhenUnhealthy(server, data.path, lookEvery)
    return server
  }
  const instance = stack.use(await startInstance(name, 'nats-server', start, log))
  const { port: client, mqttPort, monitorPort } = instance.first
  return Object.assign(instance, {
    url: `127.0.0.1:${client}`,
    mqttUrl: `mqtt://127.0.0.1:${mqttPort}`,
    monitorPort,
  })
}

async function isHealthy({ monitorPort }: Broker): Promise<boolean> {
  const reply = await fetch(`http://127.0.0.1:${monitorPort}/healthz`).catch(() => undefined)
  return reply?.status === 200
}
