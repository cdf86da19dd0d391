import { join } from 'node:path'
import { provisionStreams } from '@kingcar/bus/provision'
import { migrate } from '@kingcar/db/migrate'
import { openLogFile } from '@kingcar/localstack/log-file'
import { root } from '@kingcar/localstack/paths'
import { choosePort, freePort } from '@kingcar/localstack/ports'
import { messageOf, startProductProcess } from '@kingcar/localstack/product-process'
import { type ReadinessWatch, watchReadiness } from '@kingcar/localstack/readiness-watch'
import { runCommand } from '@kingcar/localstack/run-command'
import { supervise } from '@kingcar/localstack/supervisor'
import { progress } from '@kingcar/localstack/terminal'
import { UserFacingError } from '@kingcar/localstack/user-facing-error'
import { isBuilt } from './build.ts'
import { addressOf, reachable } from './configuration/addresses.ts'
import { type Config, operationsPorts } from './configuration/config.ts'
import {
  demoOf,
  environmentOf,
  joinCodeOf,
  type ProcessName,
  type ServerAddresses,
  setupCodeOf,
  usesSimulator,
} from './configuration/process-environment.ts'
import { services } from './configuration/secrets.ts'
import { migrationsOf } from './configuration/service-migrations.ts'
import { streamLimitsOf } from './configuration/setup-config.ts'
import { type DataFolder, openDataFolder } from './data-folder/data-folder.ts'
import { recordServers } from './data-folder/running-servers.ts'
import { ensureDemo } from './demo/demo.ts'
import { openGateway } from './demo/gateway-client.ts'
import { hasDemo, pendingDemo, planDemo } from './demo/pending-demo.ts'
import { checkUsable, openDatabaseServer, openNatsServer } from './servers/servers.ts'
import { trustOwnCertificate } from './servers/trust-own-certificate.ts'
import { ProblemReport } from './terminal/problem-report.ts'

/** File of the data folder with the demo's device, for `npm run recognizer -- --devices`. */
export const devicesFile = 'recognizer.json'

/** The JSON of the `ready` line. `email` and `password` are null without a demo. */
export type Ready = {
  http: string
  nats: string
  mqtt: string
  email: string | null
  password: string | null
  /**
   * A device of the demo's first store, for trying out; its secret is in `recognizer.json`. Null without a demo, and if
   * other machines can reach the product.
   */
  recognizer: { storeId: string; deviceId: string } | null
  stores: { id: string; name: string }[]
  /** The code for the first administrator to join; null with a demo, and if other machines can reach the product. */
  joinCode: string | null
  /** The code for `/setup`, which creates the first administrator; null if an administrator exists. */
  setupCode: string | null
}

/**
 * Starts the whole product, each process under supervision. Disposal stops the gateway first, then the services, then the
 * payment simulator and the servers.
 */
export async function startProduct(config: Config): Promise<AsyncDisposable & { ready: Ready }> {
  await using stack = new AsyncDisposableStack()
  const data = stack.use(await openDataFolder(config.DATA_DIR))
  if (config.tls) trustOwnCertificate(config.tls.cert)
  await checkPorts(config)
  const preparing = prepareServers(config, data, stack)
  try {
    await Promise.all([preparing, buildApart()])
  } finally {
    await Promise.allSettled([preparing]) // Only after this does the stack hold everything that the preparation created.
  }
  const { databaseUrl, nats } = await preparing
  stack.use(
    recordServers(data, {
      databaseUrl: config.DATABASE_URL === undefined ? databaseUrl : null,
      natsUrl: config.NATS_URL === undefined ? nats.url : null,
      certificate: config.tls?.cert ?? null,
    }),
  )
  const port = await choosePort(config.HOST, config.PORT, 'PORT')
  const simulator = usesSimulator(config) ? { port: await freePort(), file: data.file('portone.jsonl') } : null
  const places: ServerAddresses = { databaseUrl, natsUrl: nats.url, port, simulator }
  const pending = pendingDemo(data)
  const showsDemo = demoOf(config) !== 'none' && (pending !== undefined || hasDemo(data))
  const history =
    pending && (await storeDemo((name) => environmentOf(name, config, data.secrets, places), pending.until))
  if (pending) progress('demo data is being stored')
  const problems = stack.use(new ProblemReport(progress))
  const readiness = watchReadiness(progress)
  const running: Partial<Record<ProcessName, AsyncDisposable>> = {}
  stack.defer(async () => running.simulator?.[Symbol.asyncDispose]())
  stack.defer(async () => {
    await Promise.all(services.map((name) => running[name]?.[Symbol.asyncDispose]()))
  })
  stack.defer(async () => running.gateway?.[Symbol.asyncDispose]())
  stack.use(readiness) // ends first: what stops is unready
  const names: ProcessName[] = ['gateway', ...services, ...(simulator ? (['simulator'] as const) : [])]
  const starting = new Map<ProcessName, Promise<void>>()
  for (const name of names.toReversed()) {
    const needed = name === 'orders' ? starting.get('simulator') : undefined // it would report that the provider is unreachable
    starting.set(
      name,
      (async () => {
        await needed
        running[name] = await startOne(name, { config, data, places, problems, readiness })
        if (name === 'simulator' && simulator && history) await recordPayments(simulator.port, history)
      })(),
    )
  }
  await allSettledOrThrow([...starting.values()])
  progress('services and gateway are running')

  const ready: Ready = {
    http: `${config.tls ? 'https' : 'http'}://${addressOf(config.HOST, port)}`,
    nats: nats.url.includes('://') ? nats.url : `nats://${nats.url}`,
    mqtt: nats.mqtt,
    email: null,
    password: null,
    recognizer: null,
    stores: [],
    setupCode: null,
    joinCode: !showsDemo && config.loopback ? (joinCodeOf(config, data.secrets) ?? null) : null,
  }
  const gateway = openGateway(reachable(config.HOST), port, config.tls !== undefined)
  if (showsDemo) {
    const { recognizer, ...shown } = await ensureDemo({
      gateway,
      file: data.file('demo.json'),
      devicesFile: data.file(devicesFile),
      joinCode: joinCodeOf(config, data.secrets) ?? '',
      open: !config.loopback,
      secretPassword: data.secrets.demoPassword,
    })
    const { storeId, deviceId } = recognizer ?? {}
    Object.assign(ready, shown, { recognizer: recognizer && { storeId, deviceId } })
  }
  if (!showsDemo) {
    const { result } = await gateway.send<{ needed: boolean }>('GET', '/admin/api/setup', {})
    if (result?.needed) ready.setupCode = setupCodeOf(config, data.secrets)
  }
  warnWithoutTls(config)
  const all = stack.move()
  return { ready, [Symbol.asyncDispose]: () => all.disposeAsync() }
}

/**
 * Builds what is out of date, in a separate process: bundlers use a GB of memory, which is free again when the process
 * has ended.
 */
async function buildApart(): Promise<void> {
  if (isBuilt()) return
  const { ok, output } = await runCommand(process.execPath, [join(root, 'deploy/local/build.ts')], { onLine: progress })
  if (!ok) throw new UserFacingError(`The product could not be built:\n${output}`)
}

/** Starts the servers and brings tables and streams to this version. */
export async function prepareServers(config: Config, data: DataFolder, stack: AsyncDisposableStack) {
  const [databaseUrl, nats] = await allSettledOrThrow([
    openDatabaseServer(config, data, stack),
    openNatsServer(config, data, stack),
  ] as const)
  await allSettledOrThrow([
    checkUsable(config.DATABASE_URL !== undefined, 'DATABASE_URL', migrateServices(config, databaseUrl, data)),
    checkUsable(config.NATS_URL !== undefined, 'NATS_URL', provisionStreams(setupOf(config, data, nats.url))),
  ])
  progress('database tables and NATS streams are up to date')
  return { databaseUrl, nats }
}

/** How the streams are set up. */
const setupOf = (config: Config, data: DataFolder, url: string) => ({
  url,
  user: 'setup',
  password: data.secrets.nats.setup,
  readsPartitions: config.READS_PARTITIONS,
  ...streamLimitsOf(config),
})

/** Like Promise.all, but rejects only after all have settled, so that everything that they started can be stopped. */
async function allSettledOrThrow<const T extends readonly unknown[]>(work: T) {
  await Promise.allSettled(work)
  return Promise.all(work)
}

/**
 * Fails early, before the slow steps. A port of 0 is chosen later.
 * @throws UserFacingError that names every port that cannot be used
 */
async function checkPorts(config: Config): Promise<void> {
  const names = config.NATS_URL ? (['PORT'] as const) : (['PORT', 'NATS_PORT', 'MQTT_PORT'] as const)
  const wanted = [
    ...names.map((name) => ({ host: config.HOST, port: config[name], name })),
    ...operationsPorts(config.METRICS_PORT)
      .filter(({ name }) => name !== 'simulator' || usesSimulator(config))
      .map(({ port }) => ({ host: '127.0.0.1', port, name: 'METRICS_PORT' })),
  ]
  const shared = wanted.flatMap(({ host, port, name }, at) => {
    const other = wanted.slice(0, at).find((each) => port !== 0 && each.port === port && meet(each.host, host))
    return other
      ? [new UserFacingError(`${other.name} and ${name} both need port ${port}. Set one of them to another.`)]
      : []
  })
  if (shared[0]) throw shared[0]
  const checks = await Promise.allSettled(wanted.map(({ host, port, name }) => choosePort(host, port, name)))
  const reasons = checks.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  const other = reasons.find((reason) => !(reason instanceof UserFacingError))
  if (other) throw other
  if (reasons.length > 0) throw new UserFacingError([...new Set(reasons.map(({ message }) => message))].join('\n'))
}

/** True if listeners of both hosts can meet: of the same address, or one of all addresses. */
const meet = (one: string, other: string) =>
  one === other || [one, other].some((host) => ['0.0.0.0', '::'].includes(host))

async function migrateServices(config: Config, url: string, data: DataFolder): Promise<void> {
  await planDemo(demoOf(config), data, url)
  await migrate({ url, services: migrationsOf(data.secrets), log: progress })
}

/** Services that store a part of the demo, each by a program of its own. */
const demoServices = ['catalog', 'member', 'orders', 'recognition'] as const

/**
 * Stores the demo, before the services start or while they run. A second call changes nothing.
 * @param until when the history ends; null for a demo without one
 * @returns the payments of the history, for the payment simulator
 */
export async function storeDemo(
  environment: (name: (typeof demoServices)[number]) => NodeJS.ProcessEnv,
  until: string | null,
): Promise<string | undefined> {
  const outputs = await allSettledOrThrow(
    demoServices.map(async (name) => {
      const env = { ...environment(name), DEMO_HISTORY_UNTIL: until ?? '' }
      const { ok, output } = await runCommand(process.execPath, [join(root, `dist/${name}-demo.mjs`)], {
        env,
        seconds: 60,
      })
      if (!ok) throw new Error(`The demo of ${name} could not be stored:\n${output}`)
      return output
    }),
  )
  return /^payments (.*)$/m.exec(outputs.join('\n'))?.[1]
}

/** Records the payments of the demo's history in the simulator. It ignores those that it already has. */
async function recordPayments(port: number, history: string): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const url = `http://127.0.0.1:${port}/control/history`
  const response = await fetch(url, { method: 'POST', headers, body: history, signal: AbortSignal.timeout(10_000) })
  if (!response.ok) throw new Error(`The payments of the demo could not be recorded: ${await response.text()}`)
}

type Surroundings = {
  config: Config
  data: DataFolder
  places: ServerAddresses
  problems: ProblemReport
  readiness: ReadinessWatch
}

async function startOne(
  name: ProcessName,
  { config, data, places, problems, readiness }: Surroundings,
): Promise<AsyncDisposable> {
  const log = openLogFile(data.file('logs', `${name}.log`))
  const supervised = await supervise(
    name,
    async (previous) => {
      problems.restarted(name)
      // A process that ended by itself may lack a durable consumer, without which it cannot start.
      if (previous && (await previous.exited).code === 0) await provisionStreams(setupOf(config, data, places.natsUrl))
      let operations: unknown
      const child = await startProductProcess({
        script: join(root, 'dist', `${name === 'simulator' ? 'portone-simulator' : name}.mjs`),
        env: environmentOf(name, config, data.secrets, places),
        onLine(line) {
          log.write(line)
          const message = messageOf(line)
          if (message?.msg === 'ready') operations = message.operations
          if (message) problems.add(name, message)
        },
      })
      data.recordProcess(child.pid)
      if (typeof operations === 'number') readiness.add(name, child, operations)
      return child
    },
    progress,
  )
  return {
    async [Symbol.asyncDispose]() {
      await supervised[Symbol.asyncDispose]()
      log[Symbol.dispose]()
    },
  }
}

function warnWithoutTls(config: Config): void {
  if (config.loopback || config.tls) return
  progress(
    `WARNING: ${config.HOST} is reachable from other machines without TLS: passwords, tokens, names and plates are sent unencrypted over HTTP, NATS and MQTT. Set TLS_CERT and TLS_KEY.`,
  )
}
