import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { provisionStreams } from '@kingcar/bus/provision'
import { MigrationError, migrate } from '@kingcar/db/migrate'
import { UserFacingError } from '@kingcar/localstack/user-facing-error'
import { readConfig } from '@kingcar/runtime/config'
import { type ServiceName, services } from '../local/configuration/secrets.ts'
import { migrationsOf } from '../local/configuration/service-migrations.ts'
import { SetupConfig, streamLimitsOf } from '../local/configuration/setup-config.ts'
import { program } from './program.ts'

/** Milliseconds to wait for servers that start at the same time. */
const retryFor = 120_000

/**
 * Brings tables and streams to this version. It is idempotent, and of several concurrent runs one does the work. The product's
 * processes start after it has exited with 0. With `--check` it changes nothing, and exits with 1 if it would refuse the database.
 */
program(async (args) => {
  const { values } = parseArgs({ args: [...args], options: { check: { type: 'boolean', default: false } } })
  const { SERVICES_DIR, NATS_URL, NATS_PASSWORD, STREAM_REPLICAS, READS_PARTITIONS, ...config } =
    readConfig(SetupConfig)
  const variable = (prefix: string, name: ServiceName) =>
    String(Reflect.get(config, `${prefix}_${name.toUpperCase()}`) ?? config.DATABASE_URL ?? '')
  const databases = Object.fromEntries(services.map((name) => [name, variable('DATABASE_PASSWORD', name)]))
  const migrations = migrationsOf({ databases: databases as Record<ServiceName, string> }, SERVICES_DIR)
  if (migrations.length < services.length) throw new UserFacingError(`SERVICES_DIR ${SERVICES_DIR} lacks migrations.`)
  const byDatabase = Map.groupBy(migrations, ({ name }) => variable('DATABASE_URL', name as ServiceName))
  for (const [url, parts] of byDatabase)
    await retryWhileUnreachable(() => migrate({ url, services: parts, checks: values.check, log: print }))
  if (values.check) return
  await provisionStreams({
    url: NATS_URL,
    user: 'setup',
    password: NATS_PASSWORD,
    replicas: STREAM_REPLICAS,
    readsPartitions: READS_PARTITIONS,
    ...streamLimitsOf(config),
  })
  print('database tables and NATS streams are up to date')
})

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Retries while the database is starting or unreachable. */
async function retryWhileUnreachable(work: () => Promise<void>): Promise<void> {
  for (const until = Date.now() + retryFor; ; await wait(1_000))
    try {
      return await work()
    } catch (error) {
      if (error instanceof MigrationError || !isUnreachable(error) || Date.now() > until) throw error
    }
}

/** 57P03: the server is starting or stopping. The other codes are of the operating system or of postgres.js. */
const isUnreachable = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  /^(?:57P03|ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|CONNECT_TIMEOUT|CONNECTION_\w+)$/.test(String(error.code))
