import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { provisionStreams } from '@kingcar/bus'
import { migrate } from '@kingcar/db'
import { build } from '@kingcar/deploy/build'
import { type Config, readStartConfig } from '@kingcar/deploy/config'
import { openDataFolder } from '@kingcar/deploy/data-folder'
import { ensureDemo } from '@kingcar/deploy/demo/demo'
import { environmentOf, type ProcessName, type ServerAddresses } from '@kingcar/deploy/environment'
import { openGateway } from '@kingcar/deploy/gateway-client'
import { migrationsOf } from '@kingcar/deploy/migrations'
import { devicesFile, storeDemo } from '@kingcar/deploy/product'
import { type Secrets, services } from '@kingcar/deploy/secrets'
import type { Child } from '@kingcar/localstack/leashed-child'
import { openLogFile } from '@kingcar/localstack/log-file'
import { root } from '@kingcar/localstack/paths'
import { freePort } from '@kingcar/localstack/ports'
import { type Postgres, startPostgres } from '@kingcar/localstack/postgres'
import { startProductProcess } from '@kingcar/localstack/product-process'
import { temporaryFolder } from '@kingcar/localstack/temporary-folder'
import { fillFromSharedStart, type Ready } from '../product.ts'
import { type Broker, startBrokers } from './brokers.ts'
import { type Instance, startInstance } from './instance.ts'
import { type Links, openLinks } from './links.ts'
import { copyForStandby, withStandby } from './standby.ts'

export type DeploymentOptions = {
  /** Processes per service, and gateways. */
  instancesPerService?: number
  /** One nats-server, or three with three replicas of each stream. */
  brokers?: 1 | 3
  /** True for a second PostgreSQL that follows the first: `promote` makes it the primary. */
  standby?: boolean
  /** Data of an earlier deployment; default: a new folder with the demo's data. */
  dataDir?: string
  /** Of PostgreSQL, in addition to the usual ones. */
  postgresSettings?: Record<string, string | number>
  /** For every process, in addition to what `npm start` sets. */
  environment?: Record<string, string>
  /** Offsets of processes' clocks in seconds, by name; a change applies to later starts. */
  clocks?: Readonly<Record<string, number>>
  /**
   * True for direct connections without the proxies that simulate network partitions: the proxies take a seventh of two
   * cores of a full machine.
   */
  withoutProxies?: boolean
  /**
   * True if processes collect garbage at SIGUSR2, which otherwise ends them, and then write their memory to
   * `<dataDir>/memory/<pid>`: time in Unix ms, and MiB.
   */
  recordsMemory?: boolean
  log?: (line: string) => void
}

export type Process = Instance & {
  /** URL of its operations port since the last start. */
  readonly operations: string
}

export type Gateway = Process & { readonly url: string }

/** The product as in production: several processes of each kind, each supervised, over connections that can be lost. */
export type Deployment = AsyncDisposable & {
  /** As in the last line of `npm start`, of the first gateway; `nats` lists every broker. */
  ready: Ready
  gateways: readonly Gateway[]
  services: readonly Process[]
  brokers: readonly Broker[]
  postgres: Instance
  simulator: Instance
  /** Makes the standby the primary, after `postgres` has ended. @throws without a standby */
  promote(): Promise<void>
  /** All of the above. */
  instances: readonly Instance[]
  links: Links
  /** Secrets of newly started processes; a change applies to later starts. */
  secrets: Secrets
  /** URL of its database for the superuser. */
  databaseUrl(): Promise<string>
  dataDir: string
}

type NamedProcess = Exclude<ProcessName, 'simulator'>

/** Starts a deployment. */
export async function openDeployment(options: DeploymentOptions = {}): Promise<Deployment> {
  const {
    instancesPerService: each = 2,
    brokers: count = 1,
    environment = {},
    clocks = {},
    withoutProxies = false,
    recordsMemory = false,
    log = () => undefined,
  } = options
  await using stack = new AsyncDisposableStack()
  const data = stack.use(await openDataFolder(options.dataDir ?? (await newDataFolder(stack, count))))
  if (recordsMemory) mkdirSync(data.file('memory'), { recursive: true })
  const config: Config = Object.assign(readStartConfig(), { DATA_DIR: data.path, METRICS_PORT: 0 })
  const links = stack.use(openLinks({ withoutProxies }))
  await build(() => undefined)
  const password = data.secrets.postgres
  const startStandby = options.standby ? await copyForStandby(data.path, password, stack) : undefined
  const settings = { ...options.postgresSettings, ...(options.standby && withStandby) }
  const postgres = stack.use(await openPostgres(data.path, password, settings, log))
  const standby = await startStandby?.(postgres.first.url)
  const databaseUrl = standby ? standby.through(postgres.first.url) : postgres.first.url
  const brokers = await startBrokers(count, data, links, stack, log)
  await Promise.all([
    migrate({ url: databaseUrl, services: migrationsOf(data.secrets), log: () => undefined }),
    provisionStreams({
      url: brokers.map(({ url }) => url).join(','),
      user: 'setup',
      password: data.secrets.nats.setup,
      replicas: count,
    }),
  ])

  const ports = await Promise.all(Array.from({ length: each }, freePort))
  const simulated = { port: await freePort(), file: data.file('portone.jsonl') }
  const placesOf = async (name: string, port: number): Promise<ServerAddresses> => {
    const { host } = new URL(databaseUrl)
    const own = new URL(databaseUrl)
    own.host = await links.through(name, 'postgres', host)
    const ways = await Promise.all(brokers.map((broker) => links.through(name, broker.name, broker.url)))
    return { databaseUrl: own.href, natsUrl: ways.join(','), port, simulator: simulated }
  }
  const open = async (kind: ProcessName, name: string, places: ServerAddresses) => {
    const file = stack.use(openLogFile(data.file('logs', `${name}.log`)))
    const notes = recordsMemory ? data.file('memory') : undefined
    const more = () => ({ ...loadedBefore(clocks[name], notes), ...environment })
    const env = () => ({ ...environmentOf(kind, config, data.secrets, places), ...more() })
    return openProcess(kind, name, env, file, log)
  }
  const [first = 0] = ports
  const simulator = stack.use(
    await open('simulator', 'simulator', { databaseUrl, natsUrl: '', port: first, simulator: simulated }),
  )
  const alone: ServerAddresses = {
    databaseUrl,
    natsUrl: brokers.map(({ url }) => url).join(','),
    port: first,
    simulator: simulated,
  }
  if (!existsSync(data.file('demo.json')))
    await storeDemo((name) => environmentOf(name, config, data.secrets, alone), null)
  const running: Process[] = []
  const doors: Process[] = []
  for (const [at, port] of ports.entries()) {
    const openOne = async (kind: NamedProcess) => {
      const name = `${kind}-${at + 1}`
      return stack.use(await open(kind, name, await placesOf(name, port)))
    }
    const [door, ...others] = await Promise.all((['gateway', ...services] as const).map(openOne))
    if (door) doors.push(Object.defineProperty(door, 'url', { value: `http://127.0.0.1:${port}` }))
    running.push(...others)
  }
  const gateways = doors as Gateway[]

  const demo = await ensureDemo({
    gateway: openGateway('127.0.0.1', first, false),
    file: data.file('demo.json'),
    devicesFile: data.file(devicesFile),
    joinCode: 'kingcar-join',
    open: false,
    secretPassword: '',
  })
  const ready = Object.assign(demo, {
    http: gateways[0]?.url,
    nats: brokers.map(({ url }) => `nats://${url}`).join(','),
    mqtt: brokers[0]?.mqttUrl,
  }) as Ready
  const instances = [...gateways, ...running, ...brokers, postgres, simulator]
  stack.defer(async () => {
    // None of them has to finish its work. PostgreSQL ends its children only at a regular stop.
    const killed = instances.filter((instance) => instance !== postgres)
    for (const instance of killed) instance.held = true
    await Promise.all(killed.map((instance) => instance.kill()))
  })
  const all = stack.move()
  return {
    ready,
    gateways,
    services: running,
    brokers,
    postgres,
    simulator,
    async promote() {
      if (!standby) throw new Error('no standby')
      await standby.promote()
    },
    instances,
    links,
    secrets: data.secrets,
    databaseUrl: async () => databaseUrl,
    dataDir: data.path,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

/** Fills the data folder of a deployment with one broker from the first start that tests share, if they share one. */
export async function fillDeploymentFromSharedStart(dataDir: string): Promise<void> {
  await fillFromSharedStart(dataDir)
  const store = join(dataDir, 'nats')
  if (existsSync(store)) renameSync(store, join(dataDir, 'nats-1'))
}

/** Three brokers do not store the same files as one. */
async function newDataFolder(stack: AsyncDisposableStack, brokers: number): Promise<string> {
  const dataDir = join(stack.use(temporaryFolder()).path, 'data')
  if (brokers === 1) await fillDeploymentFromSharedStart(dataDir)
  return dataDir
}

const [skewedClock, garbage] = ['skewed-clock.mjs', 'garbage.mjs'].map((file) => new URL(file, import.meta.url).href)

const loadedBefore = (clock = 0, memoryNotes: string | undefined): Record<string, string> => {
  const modules = [...(clock === 0 ? [] : [skewedClock]), ...(memoryNotes === undefined ? [] : [garbage])]
  return {
    ...(clock !== 0 && { CLOCK_OFF_MILLISECONDS: String(clock * 1_000) }),
    ...(memoryNotes !== undefined && { MEMORY_NOTES: memoryNotes }),
    ...(modules.length > 0 && { NODE_OPTIONS: modules.map((module) => `--import=${module}`).join(' ') }),
  }
}

function openPostgres(
  dataDir: string,
  password: string,
  settings: Record<string, string | number>,
  log: (line: string) => void,
) {
  const start = (previous: Postgres | undefined) =>
    startPostgres({ dataDir, password, settings, port: previous?.port ?? 0 })
  return startInstance('postgres', 'postgres', start, log)
}

async function openProcess(
  kind: ProcessName,
  name: string,
  env: () => NodeJS.ProcessEnv,
  file: { write(line: string): void },
  log: (line: string) => void,
): Promise<Process> {
  let port = 0
  const onLine = (line: string) => {
    file.write(line)
    if (line.includes('"msg":"ready"')) port = (JSON.parse(line) as { operations: number }).operations
  }
  const script = join(root, 'dist', `${kind === 'simulator' ? 'portone-simulator' : kind}.mjs`)
  const start = (): Promise<Child> => startProductProcess({ script, env: env(), onLine })
  const instance = await startInstance(name, kind, start, log)
  return Object.defineProperty(instance, 'operations', { get: () => `http://127.0.0.1:${port}` }) as unknown as Process
}
