import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { provisionStreams } from '@kingcar/bus/provision'
import { migrate } from '@kingcar/db/migrate'
import { environmentOf, type ProcessName, type ServerAddresses } from '@kingcar/deploy/environment'
import { readSecrets, type Secrets, services } from '@kingcar/deploy/secrets'
import { readGatewayConfig, startGateway } from '@kingcar/gateway'
import { startNats } from '@kingcar/localstack/nats'
import { freePort } from '@kingcar/localstack/ports'
import { startPostgres } from '@kingcar/localstack/postgres'
import { temporaryFolder } from '@kingcar/localstack/temporary-folder'
import { openSimulator, optionsOf, readSimulatorConfig } from '@kingcar/payment-simulator'
import { createHealth, createLogger, type Process, readConfig } from '@kingcar/runtime'
import { CasingCache } from 'drizzle-orm/casing'
import { Config as CatalogConfig } from '../../../../../services/catalog/src/config.ts'
import { startCatalog } from '../../../../../services/catalog/src/service.ts'
import { readMemberConfig } from '../../../../../services/member/src/config.ts'
import { startMember } from '../../../../../services/member/src/service.ts'
import { readOrdersConfig } from '../../../../../services/orders/src/config.ts'
import { startOrders } from '../../../../../services/orders/src/service.ts'
import { Config as RecognitionConfig } from '../../../../../services/recognition/src/config.ts'
import { startRecognition } from '../../../../../services/recognition/src/service.ts'
import { settings, type Target } from './target.ts'

const root = fileURLToPath(new URL('../../../../..', import.meta.url))

// drizzle caches the case of column names by table name, which services share. All names here are already spelled as in
// the database.
CasingCache.prototype.getColumnCasing = ({ name }) => name

/** A test may lose its data, and the machine does not crash during it. */
const withoutSync = { fsync: 'off', full_page_writes: 'off' }
const version = '1.0.0'
/** Calls per minute that the second gateway accepts. */
const perMinute = 30

/**
 * The gateway and every service of this source tree in this process, on their own nats-server and PostgreSQL. Each
 * reads the environment that `npm start` gives it. A second gateway has a rate limit.
 * @throws if packages of another tree would be loaded
 */
export async function startInProcess(): Promise<Target & { limited: { url: string; perMinute: number } }> {
  assertOwnTree()
  await using stack = new AsyncDisposableStack()
  Object.assign(process.env, settings)
  const folder = stack.use(temporaryFolder())
  const secrets = readSecrets(join(folder.path, 'secrets.json'))
  const { places, monitorPort } = await startServers(folder.path, secrets, stack)
  const written: string[] = []
  const processOf = (name: ProcessName): Process => createProcess(name, written)
  const config = {
    ...{ HOST: '127.0.0.1', PORT: places.port, NATS_PORT: 0, MQTT_PORT: 0, METRICS_PORT: 0, DATA_DIR: folder.path },
    ...{ DEMO: 'small' as const, NODE_ENV: '', READS_PARTITIONS: 1, loopback: true, production: false },
  }
  const environment = (name: ProcessName) => environmentOf(name, config, secrets, places)
  await startProvider(environment('simulator'), stack)
  // one after the other: concurrently, each would get a quarter of this thread, and too little time for its first
  // transactions
  stack.use(await startMember(readMemberConfig(environment('member')), processOf('member')))
  stack.use(await startCatalog(readConfig(CatalogConfig, environment('catalog')), processOf('catalog')))
  stack.use(await startOrders(readOrdersConfig(environment('orders')), processOf('orders')))
  stack.use(await startRecognition(readConfig(RecognitionConfig, environment('recognition')), processOf('recognition')))
  const startEdge = (changes: NodeJS.ProcessEnv) => {
    const own = { ...environment('gateway'), CONSOLE_DIR: '', DRAIN_MILLISECONDS: '0', ...changes }
    return startGateway(readGatewayConfig(own), processOf('gateway'), version, sinkOf(written))
  }
  const gateway = stack.use(await startEdge({}))
  const strict = { PORT: '0', RATE_LIMIT: String(perMinute), RATE_LIMIT_EXEMPT_LOOPBACK: 'false' }
  const limited = stack.use(await startEdge(strict))
  const held = stack.move()
  return {
    http: gateway.url,
    limited: { url: limited.url, perMinute },
    nats: places.natsUrl,
    monitor: `http://127.0.0.1:${monitorPort}`,
    databaseUrl: places.databaseUrl,
    keys: { privateKey: secrets.jwtPrivateKey, publicKey: secrets.jwtPublicKey },
    logs: async () => written.join(''),
    memory: async () => ({ product: Math.round(process.memoryUsage.rss() / 1024 / 1024) }),
    processes: async () => ({ product: process.pid }),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

async function startServers(dataDir: string, secrets: Secrets, stack: AsyncDisposableStack) {
  const postgres = stack.use(await startPostgres({ dataDir, password: secrets.postgres, settings: withoutSync }))
  const { nats: passwords, calloutSeed, databases } = secrets
  const nats = stack.use(await startNats({ storeDir: join(dataDir, 'nats'), passwords, calloutSeed }))
  const natsUrl = `127.0.0.1:${nats.port}`
  const folder = (name: string) => join(root, 'services', name, 'migrations')
  const all = services.map((name) => ({ name, password: databases[name], folder: folder(name) }))
  await Promise.all([
    provisionStreams({ url: natsUrl, user: 'setup', password: passwords.setup }),
    migrate({ url: postgres.url, services: all, log: () => undefined }),
  ])
  const simulator = { port: await freePort(), file: join(dataDir, 'portone.jsonl') }
  const places: ServerAddresses = { databaseUrl: postgres.url, natsUrl, port: await freePort(), simulator }
  return { places, monitorPort: nats.monitorPort }
}

async function startProvider(environment: NodeJS.ProcessEnv, stack: AsyncDisposableStack): Promise<void> {
  stack.use(await openSimulator(optionsOf(readSimulatorConfig(environment))))
}

function sinkOf(written: string[]): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      written.push(String(chunk))
      done()
    },
  })
}

function createProcess(name: string, written: string[]): Process {
  const log = createLogger(name, 'info', sinkOf(written))
  return { log, health: createHealth(), stop: (reason) => log.fatal({ reason }, 'asked to be stopped') }
}

function assertOwnTree(): void {
  for (const name of ['bus', 'contract', 'db', 'runtime', 'deploy', 'gateway']) {
    const link = join(root, 'node_modules/@kingcar', name)
    const place = existsSync(link) ? realpathSync(link) : 'nowhere'
    if (!place.startsWith(realpathSync(root))) throw new Error(`${link} links to ${place}, which is another tree`)
  }
}
